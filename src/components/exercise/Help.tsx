/** Hints, one step at a time, and the solution after an attempt. Fetched when they are asked for. */
import { useState } from 'react';
import { Code } from '../lab/Code.tsx';
import type { Answers, ShownExercise } from './exercise-data.ts';

interface HelpProps {
  exercise: ShownExercise;
  /** What has been shown at earlier visits. */
  shown: { hints: number; solution: boolean };
  attempted: boolean;
  onHelp: (hints: number, solution: boolean) => void;
}

export function Help({ exercise, shown, attempted, onHelp }: HelpProps) {
  const [answers, setAnswers] = useState<Answers | null>(null);
  const [trouble, setTrouble] = useState('');
  const [hints, setHints] = useState(0);
  const [solution, setSolution] = useState(false);

  const fetchAnswers = async (): Promise<Answers | null> => {
    if (answers) return answers;
    try {
      const response = await fetch(`/exercises/${exercise.id}/answers.json`);
      if (!response.ok) throw new Error(String(response.status));
      const got = (await response.json()) as Answers;
      setAnswers(got);
      setTrouble('');
      return got;
    } catch {
      setTrouble('That could not be fetched. Check the connection, then ask again.');
      return null;
    }
  };
  const hint = async () => {
    if (!(await fetchAnswers())) return;
    const next = Math.min(hints + 1, exercise.hints);
    setHints(next);
    onHelp(next, false);
  };
  const solve = async () => {
    if (!(await fetchAnswers())) return;
    setSolution(true);
    onHelp(hints, true);
  };

  return (
    <div className="help">
      <ol className="hints" aria-live="polite">
        {answers?.hints.slice(0, hints).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <p className="panel-f">
        {hints < exercise.hints && (
          <button className="btn" type="button" onClick={hint}>
            {hints === 0 ? 'A hint' : 'Another hint'}
            <span className="quiet">
              {' '}
              {hints + 1} of {exercise.hints}
              {hints === 0 && shown.hints > 0 ? `, you have seen ${shown.hints}` : ''}
            </span>
          </button>
        )}
        {!solution && (
          <button className="btn" type="button" onClick={solve} disabled={!attempted}>
            {attempted ? 'Show a solution' : 'A solution, after your first check'}
          </button>
        )}
      </p>
      {trouble && <p role="alert">{trouble}</p>}
      {solution && answers && (
        <section aria-label="A solution">
          <h3>A solution</h3>
          <Code source={answers.solution.source} language="ts" label="A solution, handler.ts" />
          {answers.solution.migration !== '' && (
            <Code source={answers.solution.migration} language="sql" label="A solution, migration.sql" />
          )}
        </section>
      )}
    </div>
  );
}
