/** What stands beside a verdict, and what a schedule so far says about a property. */
import type { Lab, Property, PropertyId } from '../../engine/lab.ts';
import { type EnginePropertyId, engineProperties } from '../../engine/outcomes.ts';
import type { Trace } from '../../engine/trace.ts';
import type { Exploration, LimitName, PropertyVerdict, ScheduleOutcome } from '../../engine/verdict.ts';
import type { VerdictKind } from './marks.tsx';
import { fits } from './ScheduleMap.tsx';
import { allSchedules, brokenIn } from './words.ts';

export interface Said {
  kind: VerdictKind;
  text: string;
}

const limitWords: Record<LimitName, string> = {
  states: 'nothing found before the limit of states',
  steps: 'nothing found before the limit of steps',
  preemptions: 'nothing found among schedules with so few interruptions',
  sample: 'nothing found among the schedules tried',
  statement: 'a statement or a built-in function never ended and was stopped',
};

/** Every schedule: "Broken in 4 of 6 schedules". */
export function everySchedule(
  lab: Lab,
  verdict: PropertyVerdict,
  property: Property | null,
  found: Exploration,
): Said {
  const { total } = found.schedules;
  switch (verdict.kind) {
    case 'holds':
      if (property?.sometimes !== undefined) return { kind: 'holds', text: 'it was seen to happen' };
      return {
        kind: 'holds',
        text: total === null ? '' : `in ${allSchedules(total)}`,
      };
    case 'broken': {
      if (total === 0) return { kind: 'broken', text: 'no schedule could begin' };
      if (verdict.broken === null || total === null)
        return { kind: 'broken', text: 'in at least one schedule' };
      return { kind: 'broken', text: brokenIn(verdict.broken, total) };
    }
    case 'vacuous':
      return {
        kind: 'vacuous',
        text:
          property?.sometimes !== undefined
            ? 'it never happened'
            : `“${propertySays(lab, verdict.unseen).replace(/\.$/, '')}” never happened`,
      };
    case 'inconclusive':
      return { kind: 'inconclusive', text: limitWords[verdict.limit] };
  }
}

/** This schedule so far, with what the ways to go on would do to it. */
export function soFar(
  id: PropertyId,
  harm: string,
  trace: Trace,
  moment: number,
  map: ScheduleOutcome[] | null,
): Said {
  if (trace.moments[moment]?.broken.includes(id)) return { kind: 'broken', text: harm };
  if (moment === trace.events.length && trace.complete) return { kind: 'holds', text: 'in this schedule' };
  return { kind: 'open', text: map ? waysOn(id, trace, moment, map) : '' };
}

function waysOn(id: PropertyId, trace: Trace, moment: number, map: ScheduleOutcome[]): string {
  const chosen = trace.events.slice(0, moment).map((event) => event.choice);
  const left = map.filter((item) => fits(item.schedule, chosen));
  const bad = left.filter((item) => item.broken.includes(id)).length;
  if (left.length === 0) return '';
  if (bad === 0) return 'nothing left can break it';
  if (left.length === 1) return 'the only way on breaks it';
  if (bad === left.length) return `${bad === 2 ? 'both' : `all ${bad}`} ways on break it`;
  return `${bad} of the ${left.length} ways on ${bad === 1 ? 'breaks' : 'break'} it`;
}

/** A property's name for people: the lab's own words, or the engine's. */
export function propertySays(lab: Lab, id: PropertyId): string {
  return lab.properties[id]?.says ?? engineProperties[id as EnginePropertyId] ?? id;
}

const engineHarms: Record<EnginePropertyId, string> = {
  'handler-loads': 'the handler did not load',
  hangs: 'a handler ran on without end',
  'never-finishes': 'a task did not finish',
  throws: 'a handler failed on the way to its answer',
};

/** What to say when it breaks. */
export function harmOf(lab: Lab, id: PropertyId): string {
  const own = lab.properties[id]?.whenBroken ?? engineHarms[id as EnginePropertyId];
  return own ?? `“${propertySays(lab, id).replace(/\.$/, '')}” does not hold`;
}

/** The properties that a scenario is judged by: invariants first, then what only has to happen. */
export function propertiesFor(lab: Lab, scenario: string): { always: PropertyId[]; sometimes: PropertyId[] } {
  const ids = Object.entries(lab.properties)
    .filter(([, property]) => property.scenarios === undefined || property.scenarios.includes(scenario))
    .map(([id]) => id);
  return {
    always: ids.filter((id) => lab.properties[id]?.always !== undefined),
    sometimes: ids.filter((id) => lab.properties[id]?.sometimes !== undefined),
  };
}

/** The SQL of the properties, with a comment that says how each is asked. */
export function propertySql(lab: Lab, ids: PropertyId[]): string {
  return ids
    .map((id) => {
      const property = lab.properties[id];
      if (!property) return '';
      if (property.sometimes !== undefined) {
        return `-- ${property.says}\n-- sometimes: this must return a row in at least one schedule\n${property.sometimes.trim()};`;
      }
      const when = property.when === 'at-end' ? 'at the end of every schedule' : 'in every state';
      return `-- ${property.says}\n-- always: this must return no rows, ${when}\n${property.always.trim()};`;
    })
    .join('\n\n');
}
