/** Predict first: a question before the reader moves, and afterwards the guess beside what happened. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Track } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { happenedWords } from './guess.ts';
import type { LabState, Subject } from './lab-state.ts';

export interface PredictQuestion {
  ask: string;
  choices: string[];
}

interface PredictOptions {
  question: PredictQuestion | undefined;
  /** What the question is about: the lab as the page shows it at first. */
  subject: Subject;
  schedule: string;
  state: LabState;
}

export type Prediction = ReturnType<typeof usePredict>;

/** Whether the question stands, and what was guessed. A first move answers it, too. */
export function usePredict({ question, subject, schedule, state }: PredictOptions) {
  const [guess, setGuess] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const choices = state.choices.join(' ');
  const about = state.subject.scenario === subject.scenario && state.subject.handler === subject.handler;
  const untouched = about && choices === schedule;
  useEffect(() => {
    if (!untouched) setOver(true);
  }, [untouched]);
  return {
    question,
    guess,
    /** Nothing that gives the answer away is to be seen yet. */
    veiled: question !== undefined && !over && untouched,
    /** The guess is about what is shown. */
    about: about && (choices === schedule || choices.startsWith(`${schedule} `.trimStart())),
    keep: (words: string) => {
      setGuess(words);
      setOver(true);
    },
    skip: () => setOver(true),
  };
}

interface PredictProps {
  prediction: Prediction;
  trace: Trace;
  moment: number;
  track: Track | null;
  root: RefObject<HTMLElement | null>;
}

export function Predict({ prediction, trace, moment, track, root }: PredictProps) {
  const { question, guess, veiled, about, keep, skip } = prediction;
  const [picked, setPicked] = useState<string | null>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const group = useId();

  // The button that was pressed goes; the focus goes on to what takes its place.
  useEffect(() => {
    if (guess !== null) said.current?.focus({ preventScroll: true });
  }, [guess]);

  if (!question) return null;
  if (veiled) {
    return (
      <fieldset className="predict">
        <legend>
          <b>Guess first.</b> {question.ask}
        </legend>
        <div className="seg loose">
          {question.choices.map((words) => (
            <label key={words}>
              <input type="radio" name={group} checked={picked === words} onChange={() => setPicked(words)} />
              {words}
            </label>
          ))}
        </div>
        <div className="predict-do">
          <button
            className="btn primary"
            type="button"
            aria-disabled={picked === null}
            onClick={() => {
              if (picked !== null) keep(picked);
            }}
          >
            Keep my guess
          </button>
          <button
            className="btn plain"
            type="button"
            onClick={() => {
              skip();
              root.current?.querySelector<HTMLElement>('[data-move]:not([aria-disabled="true"])')?.focus();
            }}
          >
            Skip
          </button>
        </div>
      </fieldset>
    );
  }
  if (guess === null || !about) return null;
  const ended = trace.complete && moment === trace.events.length;
  return (
    <p ref={said} className="predict said" tabIndex={-1} role="status">
      <span>
        You guessed: <b>{closed(guess)}</b>
      </span>{' '}
      <span>
        {ended ? (
          <>
            It happened: <b>{happenedWords(trace, track)}</b>
          </>
        ) : (
          'Now let them move.'
        )}
      </span>
    </p>
  );
}

/** A sentence, whatever its author ended it with. */
function closed(words: string): string {
  return /[.?!]$/.test(words) ? words : `${words}.`;
}
