import { useEffect, useId, useState } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { Lanes } from './Lanes.tsx';
import { VerdictBadge } from './VerdictBadge.tsx';
import { harmOf } from './verdict-words.ts';
import { handlerLabel, plural } from './words.ts';

export interface SideBySideProps {
  lab: Lab;
  /** The handler shown above, and its trace up to the moment shown. */
  handler: string;
  trace: Trace;
  labels: Record<string, string | undefined>;
  /** Handlers to compare with. */
  others: string[];
  /** Changes when an edited handler's text does. */
  edition: unknown;
  replay: (handler: string, choices: string[]) => Promise<Trace | null>;
}

/** The same schedule under another handler, as far as that one goes along with it. */
export function SideBySide({ lab, handler, trace, labels, others, edition, replay }: SideBySideProps) {
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const [answer, setAnswer] = useState<{ handler: string; schedule: string; trace: Trace | null } | null>(
    null,
  );
  const key = useId();
  const other = picked !== null && others.includes(picked) ? picked : (others[0] ?? null);
  const choices = trace.events.map((event) => event.choice);
  const schedule = choices.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the schedule stands for its choices
  useEffect(() => {
    if (!open || other === null) return;
    let here = true;
    replay(other, choices).then(
      (found) => here && setAnswer({ handler: other, schedule, trace: found }),
      () => here && setAnswer({ handler: other, schedule, trace: null }),
    );
    return () => {
      here = false;
    };
  }, [open, other, schedule, edition, replay]);

  if (other === null) return null;
  const ready = answer?.handler === other && answer.schedule === schedule ? answer : null;
  return (
    <details onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>The same schedule under another handler</summary>
      {open && (
        <>
          <p className="beside-pick">
            <label htmlFor={key}>Beside {handlerLabel(handler)}:</label>{' '}
            <select id={key} value={other} onChange={(change) => setPicked(change.currentTarget.value)}>
              {others.map((name) => (
                <option key={name} value={name}>
                  {handlerLabel(name)}
                </option>
              ))}
            </select>
          </p>
          <div className="duo">
            <Half lab={lab} name={handler} trace={trace} labels={labels} wanted={choices.length} />
            {ready?.trace ? (
              <Half lab={lab} name={other} trace={ready.trace} labels={labels} wanted={choices.length} />
            ) : (
              <div>
                <p className="duo-h">
                  <b>{handlerLabel(other)}</b>
                </p>
                <p className="quiet">{ready ? 'This handler could not be run here.' : 'Being replayed.'}</p>
              </div>
            )}
          </div>
        </>
      )}
    </details>
  );
}

interface HalfProps {
  lab: Lab;
  name: string;
  trace: Trace;
  labels: Record<string, string | undefined>;
  wanted: number;
}

function Half({ lab, name, trace, labels, wanted }: HalfProps) {
  const broken = trace.moments[trace.events.length]?.broken[0];
  const made = trace.events.length;
  return (
    <div>
      <p className="duo-h">
        <b>{handlerLabel(name)}</b>
        {broken !== undefined ? (
          <VerdictBadge kind="broken">{harmOf(lab, broken)}</VerdictBadge>
        ) : trace.complete ? (
          <VerdictBadge kind="holds">in this schedule</VerdictBadge>
        ) : (
          <VerdictBadge kind="open" />
        )}
      </p>
      <Lanes trace={trace} slots={Math.max(wanted, 1)} track={lab.track ?? null} labels={labels} />
      {made < wanted && (
        <p className="quiet">
          It went along for {plural(made, 'moment')} of {wanted}: then the worker whose turn it was could not
          move.
        </p>
      )}
    </div>
  );
}
