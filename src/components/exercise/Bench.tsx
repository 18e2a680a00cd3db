/** The exercise itself: a handler to repair, the points that it earns, and the schedule that breaks it. */
import { Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { pointsOf, type Work } from '../../grading/exercise.ts';
import type { Grade } from '../../grading/grade.ts';
import { exerciseSummary } from '../../progress/derive.ts';
import { Code } from '../lab/Code.tsx';
import { putDraft } from '../lab/drafts.ts';
import { forgetEdit, keepEdit, loadEdits } from '../lab/edits.ts';
import { fetched } from '../lab/fetched.tsx';
import { useProgress } from '../learn/useProgress.ts';
import { Counterexample } from './Counterexample.tsx';
import type { ShownExercise } from './exercise-data.ts';
import { Help } from './Help.tsx';
import { Points } from './Points.tsx';
import { handlerName } from './playable.ts';
import { useGrading } from './useGrading.ts';

const Editor = fetched(async () => (await import('../lab/Editor.tsx')).Editor);
const Diff = fetched(async () => (await import('../lab/Diff.tsx')).Diff);

const pauseMs = 700;

export default function Bench({ exercise }: { exercise: ShownExercise }) {
  const key = useId();
  const { progress, events, trouble } = useProgress();
  const kept = `exercise-${exercise.id}`;
  const [work, setWork] = useState<Work>(exercise.starter);
  const [ready, setReady] = useState(false);
  const [tab, setTab] = useState<'source' | 'migration' | 'schema'>('source');
  const [comparing, setComparing] = useState(false);
  const [given, setGiven] = useState<Work | null>(null);
  const [saved, setSaved] = useState('');
  const latest = useRef(work);
  /** What is kept: text that differs from it was typed here. */
  const keptText = useRef(work);
  /** What the log had when it was last looked at; null before. */
  const heard = useRef<Work | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const summary = exerciseSummary(events, exercise.id, exercise.version);

  const onGraded = useCallback(
    ({ points, of }: Grade) => {
      void progress?.append({ kind: 'graded', exercise: exercise.id, version: exercise.version, points, of });
    },
    [progress, exercise],
  );
  const grading = useGrading(exercise, onGraded);

  const take = useCallback((text: Work) => {
    keptText.current = text;
    latest.current = text;
    setWork(text);
  }, []);
  useEffect(() => {
    let here = true;
    loadEdits(kept, [handlerName]).then(
      ({ [handlerName]: edit }) => {
        if (!here) return;
        if (edit) take(edit);
        setReady(true);
      },
      () => setReady(true),
    );
    return () => {
      here = false;
    };
  }, [kept, take]);

  // Typed on in another tab, or forgotten there: the text follows, or this tab would go on from an old one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look whenever the log has changed
  useEffect(() => {
    if (!ready || progress === null) return;
    const now = progress.loadEdit(kept, handlerName) ?? exercise.starter;
    const isNews = heard.current !== null && !same(now, heard.current);
    heard.current = now;
    // What was typed here and is not kept yet goes before it.
    if (!isNews || !same(latest.current, keptText.current) || same(now, latest.current)) return;
    take(now);
    setGiven(null);
    setSaved('Changed in another tab.');
  }, [events, ready]);

  const save = useCallback(async () => {
    clearTimeout(timer.current);
    const keeping = latest.current;
    // A tab that was left with an older text must not bring it back.
    if (same(keeping, keptText.current)) return;
    const said = await keepEdit(kept, handlerName, keeping);
    if (said === null) keptText.current = keeping;
    if (latest.current === keeping) setSaved(said ?? 'Kept in this browser.');
  }, [kept]);
  useEffect(() => {
    const leave = () => void save();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [save]);

  const change = (next: Work) => {
    latest.current = next;
    putDraft(kept, handlerName, next);
    setWork(next);
    setGiven(null);
    setSaved('');
    clearTimeout(timer.current);
    timer.current = setTimeout(save, pauseMs);
  };
  const check = () => {
    void save();
    grading.run(latest.current);
  };
  const startAgain = async () => {
    if (same(latest.current, exercise.starter)) return;
    const before = latest.current;
    clearTimeout(timer.current);
    latest.current = exercise.starter;
    setWork(exercise.starter);
    setGiven(before);
    setSaved('');
    const said = await forgetEdit(kept, handlerName);
    if (said) setSaved(said);
    else keptText.current = exercise.starter;
  };

  const files = useMemo(
    () => [
      {
        part: 'source' as const,
        name: 'handler.ts',
        language: 'ts' as const,
        text: work.source,
        locked: false,
      },
      ...(exercise.migration === 'editable' || work.migration !== ''
        ? [
            {
              part: 'migration' as const,
              name: 'migration.sql',
              language: 'sql' as const,
              text: work.migration,
              locked: exercise.migration === 'locked',
            },
          ]
        : []),
      {
        part: 'schema' as const,
        name: 'app.sql',
        language: 'sql' as const,
        text: exercise.lab.schema,
        locked: true,
      },
    ],
    [work, exercise],
  );
  const { result } = grading;
  const stale = result !== null && !same(result.work, work);
  const fault = result && !stale ? faultLine(result.grade) : null;

  return (
    <div className="wrap bench">
      <section className="editor" aria-label="Editor">
        <div className="tabs" role="tablist" aria-label="Files">
          {files.map(({ part, name, locked }, index) => (
            <button
              key={part}
              type="button"
              role="tab"
              id={`${key}${part}`}
              aria-controls={`${key}${part}-panel`}
              aria-selected={tab === part}
              tabIndex={tab === part ? 0 : -1}
              onClick={() => setTab(part)}
              onKeyDown={(press) => {
                const step = press.key === 'ArrowRight' ? 1 : press.key === 'ArrowLeft' ? -1 : 0;
                const other = files[(index + step + files.length) % files.length];
                if (step === 0 || !other) return;
                setTab(other.part);
                document.getElementById(`${key}${other.part}`)?.focus();
              }}
            >
              <span>
                {name}
                {locked && (
                  <>
                    <svg className="lock" viewBox="0 0 16 16" aria-hidden="true">
                      <path d="M5 7V5a3 3 0 0 1 6 0v2M3.5 7h9v6.5h-9z" />
                    </svg>
                    <span className="sr">, locked</span>
                  </>
                )}
              </span>
            </button>
          ))}
        </div>
        {files.map(({ part, name, language, text, locked }) => (
          <div
            key={part}
            role="tabpanel"
            id={`${key}${part}-panel`}
            aria-labelledby={`${key}${part}`}
            hidden={tab !== part}
          >
            {locked || !ready ? (
              <Code source={text} language={language} label={name} />
            ) : (
              <Suspense fallback={<Code source={text} language={language} label={name} />}>
                <Editor
                  value={text}
                  language={language}
                  label={`${name}, your version`}
                  describedBy={`${key}hint`}
                  faultLine={part === 'source' ? (fault?.line ?? null) : null}
                  onChange={(value) => {
                    if (part !== 'schema' && value !== latest.current[part])
                      change({ ...latest.current, [part]: value });
                  }}
                  onRun={check}
                />
              </Suspense>
            )}
          </div>
        ))}
        {fault && (
          <p className="ed-fault" role="alert">
            {fault.text}
          </p>
        )}
        {comparing && (
          <Suspense>
            <Diff before={exercise.starter.source} after={work.source} language="ts" file="handler.ts" />
            {exercise.migration === 'editable' && (
              <Diff
                before={exercise.starter.migration}
                after={work.migration}
                language="sql"
                file="migration.sql"
              />
            )}
          </Suspense>
        )}
        <div className="ed-foot">
          <button
            className="btn primary"
            type="button"
            aria-keyshortcuts="Control+Enter"
            onClick={check}
            disabled={!ready}
          >
            Check every schedule <kbd aria-hidden="true">Ctrl ↵</kbd>
          </button>
          {grading.running && (
            <button className="btn" type="button" onClick={grading.cancel}>
              Cancel
            </button>
          )}
          <button
            className="btn"
            type="button"
            aria-expanded={comparing}
            onClick={() => setComparing(!comparing)}
          >
            {comparing ? 'Hide the comparison' : 'Compare with the start'}
          </button>
          <button
            className="btn"
            type="button"
            onClick={startAgain}
            aria-disabled={same(work, exercise.starter)}
          >
            Start again
          </button>
          <p role="status">
            {given ? (
              <>
                Back at the start. {saved}{' '}
                <button className="btn plain" type="button" onClick={() => change(given)}>
                  Bring my text back
                </button>
              </>
            ) : (
              (trouble ?? saved)
            )}
          </p>
          <p id={`${key}hint`} className="keys-hint">
            In the editor Tab indents. Press Escape, then Tab, to leave it.
          </p>
        </div>
      </section>

      <section className="panel" aria-label="Points">
        <Points
          exercise={exercise}
          of={pointsOf(exercise)}
          grade={result?.grade ?? null}
          stale={stale}
          running={grading.running}
          problem={grading.problem}
          best={summary.best}
          attempts={summary.attempts}
        />
        <Help
          exercise={exercise}
          shown={summary}
          attempted={summary.attempts > 0 || result !== null}
          onHelp={(hints, solution) =>
            void progress?.append({ kind: 'helped', exercise: exercise.id, hints, solution })
          }
        />
      </section>
      {result && <Counterexample exercise={exercise} grade={result.grade} work={result.work} stale={stale} />}
    </div>
  );
}

/** Where a handler that does not load, hangs or fails has its mistake. */
function faultLine(grade: Grade): { line: number | null; text: string } | null {
  for (const { exploration } of grade.explored) {
    for (const verdict of Object.values(exploration.properties)) {
      if (verdict.kind === 'broken' && verdict.end)
        return {
          line: verdict.end.line,
          text: `${verdict.end.line === null ? '' : `Line ${verdict.end.line}: `}${verdict.end.detail}`,
        };
    }
  }
  return null;
}

const same = (a: Work, b: Work) => a.source === b.source && a.migration === b.migration;
