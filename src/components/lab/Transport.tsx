import { type CSSProperties, useState } from 'react';
import type { Trace } from '../../engine/trace.ts';
import { Icon, workerClass } from './marks.tsx';
import { taskOfChoice, tasksOf, workerName } from './words.ts';

export interface TransportProps {
  trace: Trace;
  choices: string[];
  moment: number;
  onReset: () => void;
  onSeek: (moment: number) => void;
  /** The address of what is shown, and what the reader should know about it. */
  link: () => { url: string; note: string };
}

/** Back, forward, scrub, and the schedule in words. */
export function Transport({ trace, choices, moment, onReset, onSeek, link }: TransportProps) {
  const tasks = tasksOf(trace);
  const last = trace.events.length;
  const event = trace.events[moment - 1];
  const position = event
    ? `moment ${moment} of ${last}: ${workerName(event.task)} ${event.verb}, ${event.result}`
    : 'before the first step';
  const shown = choices.slice(0, moment);
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
        <p>
          <span className="quiet">Schedule</span>{' '}
          {shown.length === 0 ? (
            <span className="quiet">nobody has moved</span>
          ) : (
            <code>
              {shown.map((choice, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place in the schedule is the choice's identity
                <span key={index} className={workerClass(tasks.indexOf(taskOfChoice(choice)))}>
                  {choice}{' '}
                </span>
              ))}
            </code>
          )}
        </p>
        <CopyLink link={link} />
      </div>
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

function CopyLink({ link }: { link: TransportProps['link'] }) {
  const [said, setSaid] = useState<{ text: string; url: string | null } | null>(null);
  const copy = async () => {
    const { url, note } = link();
    try {
      await navigator.clipboard.writeText(url);
      setSaid({ text: note === '' ? 'Link copied.' : `Link copied. ${note}`, url: null });
    } catch {
      setSaid({ text: 'The browser did not let the page copy. Here is the link:', url });
    }
  };
  return (
    <>
      <button className="btn plain" type="button" onClick={copy}>
        Copy link
      </button>
      <p className="copied" role="status">
        {said?.text}
        {said?.url && (
          <input
            readOnly
            value={said.url}
            aria-label="Link"
            onFocus={(focus) => focus.currentTarget.select()}
          />
        )}
      </p>
    </>
  );
}
