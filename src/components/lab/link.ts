/**
 * A lab, a handler, a scenario and a schedule as an address, and back:
 * `/labs/double-charge/?handler=unique-claim&scenario=two-at-once&schedule=w1+w2+w2+w1`.
 */
import type { Lab, Scenario } from '../../engine/lab.ts';
import { hasFault, taskOfChoice } from './faults.ts';
import { baseOf, firstOf, splitSchedule } from './words.ts';

export interface LabPlace {
  scenario: string;
  handler: string;
  schedule: string;
}

const siteBase = (import.meta.env?.BASE_URL ?? '/').replace(/\/$/, '');

/** The query alone, without the question mark. A space is written `+`, as forms write it. */
export function encodePlace(place: LabPlace): string {
  const query = new URLSearchParams({
    handler: place.handler,
    scenario: place.scenario,
    ...(place.schedule === '' ? {} : { schedule: place.schedule }),
  });
  return query.toString().replaceAll('%3A', ':');
}

/** @param home - Another page that shows this lab. */
export function labHref(labId: string, place?: LabPlace, home = `/labs/${labId}/`): string {
  return `${siteBase}${home}${place ? `?${encodePlace(place)}` : ''}`;
}

/** What a link asks for, and what of it cannot be had, in sentences. */
export interface DecodedPlace {
  place: LabPlace;
  problems: string[];
}

/**
 * Reads a link. Whatever is missing or wrong falls back to the preset; each mistake is one sentence.
 *
 * @param edits - Variants of which this reader has an edited version.
 * @returns null when the address says nothing about the lab.
 */
export function decodePlace(
  search: string,
  lab: Lab,
  preset: LabPlace,
  edits: string[] = [],
): DecodedPlace | null {
  const query = new URLSearchParams(search);
  if (!['handler', 'scenario', 'schedule'].some((key) => query.has(key))) return null;
  const problems: string[] = [];

  const scenario = known(
    query.get('scenario'),
    Object.keys(lab.scenarios),
    preset.scenario,
    'scenario',
    problems,
  );
  const wanted = query.get('handler');
  const base = wanted === null ? null : baseOf(wanted);
  let handler = preset.handler;
  if (wanted !== null && base !== null) {
    if (edits.includes(base)) handler = wanted;
    else {
      handler = known(base, Object.keys(lab.variants), preset.handler, 'handler', problems);
      if (problems.length === 0)
        problems.push(`The link names an edited handler that is not kept in this browser; here is ${base}.`);
    }
  } else handler = known(wanted, Object.keys(lab.variants), preset.handler, 'handler', problems);

  const asked = query.get('schedule');
  const choices = splitSchedule(asked ?? '');
  const { tasks = {}, faults = {} } = lab.scenarios[scenario] ?? {};
  const stranger = choices.find((choice) => !isTask(taskOfChoice(choice), tasks));
  if (stranger !== undefined) {
    const names = Object.keys(tasks).join(', ');
    problems.push(
      `The link’s schedule has “${stranger.slice(0, 20)}” in it, which is no worker of this lab (${names}); here is the lab’s own start instead.`,
    );
    return { place: { scenario, handler, schedule: preset.schedule }, problems };
  }
  const noFault = choices.find((choice) => !hasFault(choice, faults));
  if (noFault !== undefined) {
    problems.push(
      `The link’s schedule has “${noFault.slice(0, 20)}” in it, and this scenario has no such fault; here is the lab’s own start instead.`,
    );
    return { place: { scenario, handler, schedule: preset.schedule }, problems };
  }
  return { place: { scenario, handler, schedule: choices.join(' ') }, problems };
}

/** A task of the scenario, or a later attempt of one. Empty: the choice is about no task. */
function isTask(task: string, tasks: Scenario['tasks']): boolean {
  const first = firstOf(task);
  const spec = Object.hasOwn(tasks, first) ? tasks[first] : undefined;
  if (task === first) return task === '' || spec !== undefined;
  return spec?.retries !== undefined || spec?.redelivery !== undefined || spec?.from !== undefined;
}

function known(
  value: string | null,
  names: string[],
  fallback: string,
  what: string,
  problems: string[],
): string {
  if (value === null) return fallback;
  if (names.includes(value)) return value;
  problems.push(
    `The link names a ${what}, “${value.slice(0, 40)}”, that this lab does not have; here is ${fallback}.`,
  );
  return fallback;
}
