/** Joins the reducer, the engine's worker and the kept edits into what the race lab draws. */
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import type { Exploration } from '../../engine/verdict.ts';
import type { ExperimentRef, LabClient } from '../../runner/client.ts';
import { type Edit, loadEdits } from './edits.ts';
import {
  initialState,
  type LabAction,
  type LabState,
  reduce,
  type Subject,
  shownMoment,
} from './lab-state.ts';
import { withoutYours } from './lab-view.ts';
import { notLoaded, sentence } from './not-loaded.ts';
import { replayFar } from './replay-far.ts';
import { baseOf, yoursPrefix } from './words.ts';

export interface UseLabOptions {
  lab: Lab;
  subject: Subject;
  trace: Trace;
  explorations: Record<string, Exploration>;
}

/** An exploration that is running: how far it has come. */
export interface Running {
  key: string;
  schedules: number;
  steps: number;
}

export interface LabModel {
  state: LabState;
  dispatch: (action: LabAction) => void;
  moment: number;
  /** The engine has been asked and has not answered. */
  pending: boolean;
  /** Moves that wait for an answer, for the buttons' pressed state. */
  waiting: string[];
  exploration: Exploration | null;
  explorationOf: (handler: string) => Exploration | null;
  running: Running | null;
  exploreProblem: string | null;
  explore: () => void;
  cancel: () => void;
  edits: Record<string, Edit>;
  /** Whether the kept edits have been looked for. */
  editsLoaded: boolean;
  /** Takes the reader's text for a variant, replays it and explores it. */
  runEdit: (variant: string, edit: Edit) => void;
  /** Puts a text in place without running it, or takes it away. */
  setEdit: (variant: string, edit: Edit | null) => void;
  handlerOf: (handler: string) => Edit;
  /** Replays another handler under a schedule, as far as it goes. */
  replayOther: (handler: string, choices: string[]) => Promise<Trace | null>;
  warm: () => void;
}

const runner = () => import('../../runner/client.ts');

export function keyOf({ scenario, handler }: Subject): string {
  return `${scenario}/${handler}`;
}

export function useLab(options: UseLabOptions): LabModel {
  const { lab } = options;
  const [state, dispatch] = useReducer(reduce, options, ({ subject, trace }) => initialState(subject, trace));
  const [explorations, setExplorations] = useState(options.explorations);
  const [running, setRunning] = useState<Running | null>(null);
  const [exploreProblem, setExploreProblem] = useState<string | null>(null);
  const [edits, setEdits] = useState<Record<string, Edit>>({});
  const [editsLoaded, setEditsLoaded] = useState(false);
  const abort = useRef<AbortController | null>(null);
  /** The handler explored last. */
  const exploring = useRef('');
  /** The same as `edits`, readable from callbacks before the next render. */
  const editsNow = useRef(edits);

  const handlerOf = useCallback(
    (handler: string): Edit => {
      const base = baseOf(handler);
      const edit = base === null ? undefined : editsNow.current[base];
      const variant = lab.variants[base ?? handler];
      return edit ?? { source: variant?.source ?? '', migration: variant?.migration ?? '' };
    },
    [lab],
  );

  const refOf = useCallback(
    (subject: Subject): ExperimentRef => {
      const name = baseOf(subject.handler) === null ? subject.handler : 'yours';
      return { lab, scenario: subject.scenario, handler: { name, ...handlerOf(subject.handler) } };
    },
    [lab, handlerOf],
  );

  const { asked, answered, choices, subject } = state;
  const pending = asked !== answered;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question, one asking; its number stands for the rest
  useEffect(() => {
    if (!pending) return;
    const ref = refOf(subject);
    withClient((client) => replayFar((schedule) => client.replay(ref, schedule), choices)).then(
      (answer) =>
        dispatch(
          answer.kind === 'trace'
            ? { type: 'answered', asked, trace: answer.trace }
            : { type: 'failed', asked, problem: answer.problem },
        ),
      (error: unknown) =>
        dispatch({ type: 'failed', asked, problem: { message: sentence(error), end: null, engine: true } }),
    );
  }, [asked]);

  const explore = useCallback(
    (of: Subject) => {
      abort.current?.abort();
      const control = new AbortController();
      abort.current = control;
      const key = keyOf(of);
      // Read now: the text may be another one by the time the engine has arrived.
      const ref = refOf(of);
      exploring.current = of.handler;
      setExploreProblem(null);
      setRunning({ key, schedules: 0, steps: 0 });
      setExplorations(({ [key]: _, ...rest }) => rest);
      withClient((client) =>
        client.explore(ref, {
          signal: control.signal,
          onProgress: (done) => {
            if (!control.signal.aborted) setRunning({ key, ...done });
          },
        }),
      ).then(
        (found) => {
          if (control.signal.aborted) return;
          setExplorations((all) => ({ ...all, [key]: found }));
          setRunning(null);
        },
        (error: unknown) => {
          // A newer exploration has taken the place of one that was aborted.
          if (abort.current !== control) return;
          setRunning(null);
          if (!control.signal.aborted) setExploreProblem(sentence(error));
        },
      );
    },
    [refOf],
  );

  useEffect(() => {
    let here = true;
    loadEdits(lab.id, Object.keys(lab.variants)).then(
      // What the reader has typed since wins over what was kept.
      (kept) => {
        if (!here) return;
        editsNow.current = { ...kept, ...editsNow.current };
        setEdits(editsNow.current);
        setEditsLoaded(true);
      },
      // Without the log there are no edits to wait for.
      () => setEditsLoaded(true),
    );
    return () => {
      here = false;
      abort.current?.abort();
    };
  }, [lab]);

  const setEdit = useCallback((variant: string, edit: Edit | null) => {
    const { [variant]: before, ...rest } = editsNow.current;
    if (before?.source !== edit?.source || before?.migration !== edit?.migration) {
      // What was found about the older text says nothing about this one, in any scenario.
      setExplorations((all) => withoutYours(all, variant));
      if (exploring.current === `${yoursPrefix}${variant}`) {
        abort.current?.abort();
        setRunning(null);
      }
    }
    editsNow.current = edit ? { ...rest, [variant]: edit } : rest;
    setEdits(editsNow.current);
  }, []);

  const runEdit = useCallback(
    (variant: string, edit: Edit) => {
      setEdit(variant, edit);
      const next = { scenario: subject.scenario, handler: `${yoursPrefix}${variant}` };
      dispatch({ type: 'choose', subject: next });
      explore(next);
    },
    [setEdit, explore, subject.scenario],
  );

  const cancel = useCallback(() => {
    abort.current?.abort();
    setRunning(null);
  }, []);

  const replayOther = useCallback(
    (handler: string, other: string[]) => {
      const ref = refOf({ scenario: subject.scenario, handler });
      return withClient((client) => replayFar((schedule) => client.replay(ref, schedule), other)).then(
        (answer) => (answer.kind === 'trace' ? answer.trace : null),
      );
    },
    [refOf, subject.scenario],
  );

  const waiting = useMemo(
    () => (pending && state.cause === 'move' ? choices.slice(-1) : []),
    [pending, state.cause, choices],
  );

  return {
    state,
    dispatch,
    moment: shownMoment(state),
    pending,
    waiting,
    exploration: explorations[keyOf(subject)] ?? null,
    explorationOf: (handler) => explorations[keyOf({ scenario: subject.scenario, handler })] ?? null,
    running: running?.key === keyOf(subject) ? running : null,
    exploreProblem,
    explore: () => explore(subject),
    cancel,
    edits,
    editsLoaded,
    runEdit,
    setEdit,
    handlerOf,
    replayOther,
    warm: () => {
      runner().then(
        (module) => module.warmUp(),
        // The first question will meet the same trouble and say so.
        () => undefined,
      );
    },
  };
}

async function withClient<T>(use: (client: LabClient) => Promise<T>): Promise<T> {
  const module = await runner().catch(() => {
    throw new Error(notLoaded);
  });
  return use(module.labClient());
}
