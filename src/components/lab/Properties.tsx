import { type ReactNode, useId, useRef } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import type { Exploration } from '../../engine/verdict.ts';
import { Code } from './Code.tsx';
import { useFocusKept } from './useFocusKept.ts';
import type { Running } from './useLab.ts';
import { VerdictBadge } from './VerdictBadge.tsx';
import {
  everySchedule,
  harmOf,
  propertiesFor,
  propertySays,
  propertySql,
  type Said,
  soFar,
} from './verdict-words.ts';
import { formatCount, outcomeSentence } from './words.ts';

const doublePressMs = 400;

export interface PropertiesProps {
  lab: Lab;
  scenario: string;
  /** Null while there is no trace of the handler at hand. */
  trace: Trace | null;
  moment: number;
  exploration: Exploration | null;
  running: Running | null;
  problem: string | null;
  heading: 'h3' | 'h4';
  /** What every schedule does is not to be told yet. */
  veiled: boolean;
  onExplore: () => void;
  onCancel: () => void;
}

/** Each property twice: in this schedule so far, and over every schedule. */
export function Properties(props: PropertiesProps) {
  const {
    lab,
    scenario,
    trace,
    moment,
    exploration,
    running,
    problem,
    heading: Heading,
    veiled,
    onExplore,
    onCancel,
  } = props;
  const { always, sometimes } = propertiesFor(lab, scenario);
  const shown = trace?.moments[moment]?.broken ?? [];
  const engines = [...Object.keys(exploration?.properties ?? {}), ...shown].filter(
    (id, index, all) => !(id in lab.properties) && all.indexOf(id) === index,
  );
  const unseen = sometimes.filter((id) => exploration && exploration.properties[id]?.kind !== 'holds');
  const key = useId();
  const sql = useRef<HTMLElement>(null);
  const focus = useFocusKept(sql);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  return (
    <>
      {[...engines, ...always, ...unseen].map((id) => {
        const verdict = exploration?.properties[id];
        const property = lab.properties[id] ?? null;
        return (
          <div key={id} className="prop">
            <Heading id={`${key}${id}`}>Property: {lowered(propertySays(lab, id))}</Heading>
            {property?.sometimes === undefined && trace && (
              <>
                <span className="lbl">This schedule, so far</span>
                <Badge said={soFar(id, harmOf(lab, id), trace, moment, exploration?.map ?? null)} />
              </>
            )}
            <span className="lbl">Every schedule</span>
            {exploration && verdict ? (
              <Veil over={veiled}>
                <Badge said={everySchedule(lab, verdict, property, exploration)} />
              </Veil>
            ) : exploration ? (
              <span className="quiet">not reached</span>
            ) : (
              <span className="quiet">{running ? 'being tried' : 'not tried yet'}</span>
            )}
            {verdict?.kind === 'broken' && verdict.end && (
              <p className="why secret">{outcomeSentence(verdict.end)}</p>
            )}
          </div>
        );
      })}
      {(running || !exploration) && (
        <div className="exploring">
          {/* Announced by the lab's own live region when it ends, not at every count. */}
          {running ? (
            <p>
              Trying every schedule: <b className="num">{formatCount(running.schedules)}</b> tried,{' '}
              <b className="num">{formatCount(running.steps)}</b> steps.
            </p>
          ) : (
            <p>{problem ?? 'Nobody has tried every schedule of this handler yet.'}</p>
          )}
          {/* One button with two names, so that the focus stays on it. */}
          <button
            className="btn"
            type="button"
            onClick={({ timeStamp }) => {
              // The second half of a double press was not meant for the other name.
              if (timeStamp - pressedAt.current < doublePressMs) return;
              pressedAt.current = timeStamp;
              if (running) onCancel();
              else onExplore();
            }}
            {...focus}
          >
            {running ? 'Cancel' : 'Run every schedule'}
          </button>
        </div>
      )}
      <details>
        <summary ref={sql}>
          {always.length + sometimes.length === 1 ? 'The property as SQL' : 'The properties as SQL'}
        </summary>
        <Code
          className="sql"
          language="sql"
          label="The properties as SQL"
          source={propertySql(lab, [...always, ...sometimes])}
        />
      </details>
    </>
  );
}

/** Hides by style, and only where scripts run: without them there is no guess to wait for. */
function Veil({ over, children }: { over: boolean; children: ReactNode }) {
  if (!over) return children;
  return (
    <span>
      <span className="secret">{children}</span>
      <span className="veil quiet">shown once you have guessed or moved</span>
    </span>
  );
}

function Badge({ said }: { said: Said }) {
  return <VerdictBadge kind={said.kind}>{said.text === '' ? null : said.text}</VerdictBadge>;
}

/** Words that begin a sentence and are no names. */
const small = new Set(
  'a after all an another any at before both each every everything if in no nobody nothing of once one only something the there two what whatever when whenever while who whoever with'.split(
    ' ',
  ),
);

/** "At most one charge per order." after a colon. What may be a name keeps its capital. */
function lowered(says: string): string {
  const text = says.replace(/\.$/, '');
  const [first = ''] = text.split(' ');
  return small.has(first.toLowerCase()) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
