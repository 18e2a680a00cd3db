/** Grades work in the page: every scenario under every seed, in the workers, with progress and cancel. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Work } from '../../grading/exercise.ts';
import type { Grade } from '../../grading/grade.ts';
import { sentence } from '../lab/not-loaded.ts';
import type { ShownExercise } from './exercise-data.ts';
import { playable } from './playable.ts';

export interface Running {
  /** Explorations that are done, and how many there are. */
  done: number;
  of: number;
  /** Schedules tried in the one at hand. */
  schedules: number;
}

export interface Grading {
  running: Running | null;
  /** The last grade, and the work it is about. */
  result: { grade: Grade; work: Work } | null;
  problem: string | null;
  run: (work: Work) => void;
  cancel: () => void;
}

export function useGrading(exercise: ShownExercise, onGraded: (grade: Grade) => void): Grading {
  const [running, setRunning] = useState<Running | null>(null);
  const [result, setResult] = useState<Grading['result']>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);

  const cancel = useCallback(() => {
    abort.current?.abort();
    abort.current = null;
    setRunning(null);
  }, []);
  useEffect(() => () => abort.current?.abort(), []);

  const run = useCallback(
    (work: Work) => {
      abort.current?.abort();
      const control = new AbortController();
      abort.current = control;
      setProblem(null);
      setRunning({ done: 0, of: 1, schedules: 0 });
      gradeHere(exercise, work, control.signal, (next) => {
        if (!control.signal.aborted) setRunning(next);
      }).then(
        (grade) => {
          if (control.signal.aborted) return;
          setRunning(null);
          setResult({ grade, work });
          onGraded(grade);
        },
        (error: unknown) => {
          if (control.signal.aborted) return;
          // The other explorations would keep the next check waiting.
          control.abort();
          setRunning(null);
          setProblem(sentence(error));
        },
      );
    },
    [exercise, onGraded],
  );
  return { running, result, problem, run, cancel };
}

async function gradeHere(
  exercise: ShownExercise,
  work: Work,
  signal: AbortSignal,
  tell: (running: Running) => void,
): Promise<Grade> {
  const [{ labClient }, { grade, questionsOf }] = await Promise.all([
    import('../../runner/client.ts'),
    import('../../grading/grade.ts'),
  ]);
  const client = labClient();
  const questions = questionsOf(exercise, work);
  const tried = questions.map(() => 0);
  let done = 0;
  const say = () =>
    tell({ done, of: questions.length, schedules: tried.reduce((sum, each) => sum + each, 0) });
  say();
  const explored = await Promise.all(
    questions.map(async ({ scenario, seed, lab }, index) => {
      const exploration = await client.explore(playable(lab, scenario, work), {
        signal,
        onProgress({ schedules }) {
          tried[index] = schedules;
          say();
        },
      });
      done += 1;
      say();
      return { scenario, seed, exploration };
    }),
  );
  return grade(exercise, explored);
}
