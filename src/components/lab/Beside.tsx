import { useEffect, useId, useState } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { cutSentence } from './cut-words.ts';
import { Lanes } from './Lanes.tsx';
import { VerdictBadge } from './VerdictBadge.tsx';
import { harmOf } from './verdict-words.ts';
import { baseOf, handlerLabel } from './words.ts';

export interface BesideProps {
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
export function Beside({ lab, handler, trace, labels, others, edition, replay }: BesideProps) {
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
    if (other === null) return;
    let here = true;
    replay(other, choices).then(
      (found) => here && setAnswer({ handler: other, schedule, trace: found }),
      () => here && setAnswer({ handler: other, schedule, trace: null }),
    );
    return () => {
      here = false;
    };
  }, [other, schedule, edition, replay]);

  if (other === null) return null;
  const ready = answer?.handler === other && answer.schedule === schedule ? answer : null;
  return (
    <>
      <p className="beside-pick">
        <label htmlFor={key}>Beside {handlerLabel(handler)}:</label>{' '}
        <select
          className="pick"
          id={key}
          value={other}
          onChange={(change) => setPicked(change.currentTarget.value)}
        >
          {others.map((name) => (
            <option key={name} value={name}>
              {handlerLabel(name)}
            </option>
          ))}
        </select>
      </p>
      <div className="duo">
        <Half lab={lab} name={handler} trace={trace} labels={labels} choices={choices} />
        {ready?.trace ? (
          <Half lab={lab} name={other} trace={ready.trace} labels={labels} choices={choices} />
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
  );
}

interface HalfProps {
  lab: Lab;
  name: string;
  trace: Trace;
  labels: Record<string, string | undefined>;
  /** The schedule that was asked for. */
  choices: string[];
}

function Half({ lab, name, trace, labels, choices }: HalfProps) {
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
      <Lanes trace={trace} slots={Math.max(choices.length, 1)} track={lab.track ?? null} labels={labels} />
      {made < choices.length && (
        <p className="quiet">
          {cutSentence(
            { wanted: choices.length, made, next: choices[made] ?? '' },
            trace,
            baseOf(name) !== null,
            lab.scenarios[trace.scenario]?.faults,
          )}
        </p>
      )}
    </div>
  );
}
