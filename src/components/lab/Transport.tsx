import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Trace } from '../../engine/trace.ts';
import { stepSentence } from './event-words.ts';
import { choiceWords, taskOfChoice } from './faults.ts';
import { Icon, workerClass } from './marks.tsx';
import { tasksOf, workerIndex } from './words.ts';

export interface TransportProps {
  trace: Trace;
  choices: string[];
  moment: number;
  /** Moments that the lanes have room for: so much room has the schedule, too. */
  slots: number;
  onReset: () => void;
  onSeek: (moment: number) => void;
  /** The address of what is shown, and what the reader should know about it; null where no page shows it. */
  link: (() => { url: string; note: string }) | null;
}

/** Back, forward, scrub, and the schedule in words. */
export function Transport({ trace, choices, moment, slots, onReset, onSeek, link }: TransportProps) {
  const tasks = tasksOf(trace);
  const last = trace.events.length;
  const event = trace.events[moment - 1];
  const position = event
    ? stepSentence(event).replace(/^Moment \d+/, `Moment ${moment} of ${last}`)
    : 'before the first step';
  const copy = useCopy(link);
  const printed = (from: number, to: number): ReactNode =>
    choices.slice(from, to).map((choice, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place in the schedule is the choice's identity
      <span key={from + index} className={workerClass(workerIndex(tasks, taskOfChoice(choice)))}>
        {choiceWords(choice)}{' '}
      </span>
    ));
  return (
    <div className="transport">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box */}
      <div className="steps" role="group" aria-label="Moments">
        <Step label="Back to the start" icon="start" off={choices.length === 0} onClick={onReset} />
        <Step label="One moment back" icon="back" off={moment === 0} onClick={() => onSeek(moment - 1)} />
        <Step label="One moment on" icon="on" off={moment >= last} onClick={() => onSeek(moment + 1)} />
      </div>
      <input
        className="scrub"
        type="range"
        min={0}
        max={last}
        step={1}
        value={moment}
        aria-label="Moment"
        aria-valuetext={position}
        style={{ '--p': last === 0 ? '0%' : `${(100 * moment) / last}%` } as CSSProperties}
        onChange={(change) => onSeek(Number(change.currentTarget.value))}
      />
      <div className="sched">
        <p style={{ '--slots': slots } as CSSProperties}>
          {choices.length === 0 ? (
            <span className="quiet">Nobody has moved yet</span>
          ) : (
            <>
              <span className="quiet">Schedule</span>{' '}
              <code>
                <span className="done">{printed(0, moment)}</span>
                {moment < choices.length && (
                  // Choices past the moment shown keep their place, so that scrubbing moves nothing.
                  <span className="ahead">
                    <span className="sr">, still ahead: </span>
                    {printed(moment, choices.length)}
                  </span>
                )}
              </code>
            </>
          )}
        </p>
        {link && (
          <button className="btn plain copy" type="button" onClick={copy.copy}>
            {copy.copied ? 'Copied' : 'Copy link'}
          </button>
        )}
      </div>
      {copy.said}
    </div>
  );
}

interface StepProps {
  label: string;
  icon: 'start' | 'back' | 'on';
  off: boolean;
  onClick: () => void;
}

/** Stays focusable when it can do nothing, so that the focus is not lost at either end. */
function Step({ label, icon, off, onClick }: StepProps) {
  return (
    <button
      className="btn"
      type="button"
      aria-label={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) onClick();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

const copiedMs = 2000;

/** The button answers in its own place; only what has to be read takes a row under the transport. */
function useCopy(link: TransportProps['link']) {
  const [copied, setCopied] = useState(false);
  const [note, setNote] = useState<{ text: string; url: string | null } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    if (!link) return;
    const { url, note: aside } = link();
    clearTimeout(timer.current);
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      setNote(aside === '' ? null : { text: aside, url: null });
      timer.current = setTimeout(() => setCopied(false), copiedMs);
    } catch {
      setCopied(false);
      setNote({ text: 'The browser did not let the page copy. Here is the link:', url });
    }
  };
  const said = (
    <div className={`copied${note ? '' : ' sr'}`} role="status">
      {copied && <span className="sr">Link copied. </span>}
      {note?.text}
      {note?.url && (
        <input
          readOnly
          value={note.url}
          aria-label="Link"
          onFocus={(focus) => focus.currentTarget.select()}
        />
      )}
    </div>
  );
  return { copy, copied, said };
}
