/** What drill and mock interview share: the clock, the bar, the rubric, links and lists of cards. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CardView } from '../../cards/view.ts';
import type { CardRef } from '../../interview/question.ts';
import { Glyph } from '../lab/Glyph.tsx';
import { labHref } from '../lab/link.ts';
import { VerdictIcon } from '../lab/marks.tsx';
import { Inline } from '../learn/Prose.tsx';
import { base } from './useInterview.ts';

/** Somebody who went away with a question open has not thought for hours. */
export const longestMs = 30 * 60_000;

/** "1:05" */
export function clockFace(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Time for a report: "40 seconds", "3 minutes". */
export function inTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

/**
 * How long it has been since `key` last changed.
 *
 * @returns the milliseconds so far, and a function that reads them at the moment of a press
 */
export function useElapsed(key: string, running: boolean): { ms: number; read: () => number } {
  const since = useRef(0);
  const [ms, setMs] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins another count
  useEffect(() => {
    since.current = Date.now();
    setMs(0);
    if (!running) return;
    const timer = setInterval(() => setMs(Date.now() - since.current), 500);
    return () => clearInterval(timer);
  }, [key, running]);
  // A clock that was set back would give less than nothing.
  return { ms, read: () => Math.min(longestMs, Math.max(0, Date.now() - since.current)) };
}

/** Runs while somebody thinks; then it stands at what was left. */
export function Clock({ ms, minutes, running }: { ms: number; minutes: number | null; running: boolean }) {
  if (minutes === null) return null;
  const left = minutes * 60_000 - ms;
  const over = left <= 0;
  return (
    <p className={`iv-clock ${over ? 'over' : ''}`}>
      <span role="timer" aria-label="Time left">
        {over ? `${clockFace(-left)} over` : `${clockFace(left)} left`}
      </span>
      <span className="sr" aria-live="polite">
        {running && over ? 'The time is up. Finish your sentence.' : ''}
      </span>
    </p>
  );
}

/** A segment for each question; more than forty would be hairs. */
export function Bar({ done, total }: { done: number; total: number }) {
  const label = `${done} of ${total} answered`;
  if (total > 40) {
    return (
      <p className="iv-bar whole" role="img" aria-label={label}>
        <i className="done" style={{ inlineSize: `${(100 * done) / total}%` }} />
      </p>
    );
  }
  return (
    <p className="iv-bar" role="img" aria-label={label}>
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
        <i key={index} className={index < done ? 'done' : index === done ? 'now' : undefined} />
      ))}
    </p>
  );
}

export function Rubric({
  points,
  ticked,
  onToggle,
}: {
  points: readonly string[];
  ticked: readonly number[];
  onToggle: (point: number) => void;
}) {
  return (
    <fieldset className="iv-rubric">
      <legend>Tick what you named</legend>
      {points.map((point, index) => (
        <label key={point}>
          <input type="checkbox" checked={ticked.includes(index)} onChange={() => onToggle(index)} />
          <kbd aria-hidden="true">{index + 1}</kbd>
          <span>
            <Inline text={point} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function Notes({
  value,
  onChange,
  children,
}: {
  value: string;
  onChange: (text: string) => void;
  children: ReactNode;
}) {
  return (
    <label className="iv-notes">
      <span>{children}</span>
      <textarea rows={5} value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

export function ProofLink({ see }: { see: CardView['see'] }) {
  if (see === null) return null;
  const { lab, title, scenario, handler, schedule } = see;
  return (
    <a className="see" href={labHref(lab, { scenario, handler, schedule })}>
      <Glyph schedule={schedule} />
      <span>
        <b>See it happen</b> {title}, {handler.replaceAll('-', ' ')}, schedule {schedule}
      </span>
    </a>
  );
}

/** What was not named, each with its mark. */
export function Missed({ points }: { points: readonly string[] }) {
  return (
    <ul className="iv-missed">
      {points.map((point) => (
        <li key={point}>
          <span className="mark-w">
            <VerdictIcon kind="broken" />
            <span className="sr">Not named: </span>
          </span>
          <span>
            <Inline text={point} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function CardsForward({ cards }: { cards: readonly CardRef[] }) {
  if (cards.length === 0) return null;
  return (
    <section className="iv-cards" aria-labelledby="iv-cards">
      <h2 id="iv-cards">
        {cards.length === 1 ? 'One card comes forward' : `${cards.length} cards come forward`}
      </h2>
      <ul>
        {cards.map(({ deck, card, question }) => (
          <li key={`${deck}/${card}`}>
            <Inline text={question} />
          </li>
        ))}
      </ul>
      <p>
        <a className="btn" href={`${base}/cards/review/`}>
          Review them now
        </a>
      </p>
    </section>
  );
}

/** Where a press of this key may mean the button below, and not the thing that has the focus. */
export function isFree({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('button, a, input, textarea, summary, label') === null;
}

/** The number of a point that a digit names, or null. A box that has the focus hears digits, too. */
export function pointOf(event: KeyboardEvent, points: number): number | null {
  const inText = event.target instanceof Element && event.target.closest('textarea') !== null;
  if (inText || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return null;
  const point = Number(event.key) - 1;
  return point < points ? point : null;
}

/** Ticked or not, the other way. In the rubric's order. */
export function toggled(ticked: readonly number[], point: number): number[] {
  const rest = ticked.filter((other) => other !== point);
  return rest.length < ticked.length ? rest : [...rest, point].sort((a, b) => a - b);
}
