/** Helpers for tags that name a lab, a handler and a scenario. Every mistake is a sentence and fails the build. */
import type { Lab, Scenario, Variant } from '../../engine/lab.ts';
import type { Exploration } from '../../engine/verdict.ts';
import { explored } from '../../labs/figures.ts';
import { labHref } from '../lab/link.ts';
import { allSchedules, brokenIn } from '../lab/words.ts';

/** @throws when the lab has no such handler. */
export function variantOf(lab: Lab, handler: string): Variant {
  const variant = lab.variants[handler];
  if (variant) return variant;
  throw new Error(
    `Lab "${lab.id}" has no handler "${handler}". Choose one of: ${Object.keys(lab.variants).join(', ')}.`,
  );
}

/** The scenario named, or the lab's first. @throws when the lab has no such scenario. */
export function scenarioOf(lab: Lab, name?: string): { name: string; scenario: Scenario } {
  const chosen = name ?? Object.keys(lab.scenarios)[0] ?? '';
  const scenario = lab.scenarios[chosen];
  if (scenario) return { name: chosen, scenario };
  throw new Error(
    `Lab "${lab.id}" has no scenario "${chosen}". Choose one of: ${Object.keys(lab.scenarios).join(', ')}.`,
  );
}

/** What each worker of a scenario is called: "request", "retry". */
export function labelsOf(scenario: Scenario): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(scenario.tasks).map(([task, spec]) => [task, spec.says]));
}

/** Every handler under every scenario, keyed `scenario/handler`. */
export async function allExplorations(lab: Lab): Promise<Record<string, Exploration>> {
  const entries: [string, Exploration][] = [];
  for (const scenario of Object.keys(lab.scenarios)) {
    for (const handler of Object.keys(lab.variants)) {
      entries.push([`${scenario}/${handler}`, await explored(lab.id, { handler, scenario })]);
    }
  }
  return Object.fromEntries(entries);
}

/** "in 4 of 6 schedules", "in all 6 schedules": what stands beside the verdict's word. */
export function verdictDetail({ verdict, schedules }: Exploration): string {
  switch (verdict.kind) {
    case 'holds':
      return schedules.total === null ? '' : `in ${allSchedules(schedules.total)}`;
    case 'broken':
      if (schedules.total === null || schedules.broken === null) return 'in at least one schedule';
      return brokenIn(schedules.broken, schedules.total);
    case 'vacuous':
      return 'what it speaks of never happens';
    case 'inconclusive':
      return `stopped at the limit of ${verdict.limit}`;
  }
}

export interface ComputedVerdict {
  handler: string;
  scenario: string;
  exploration: Exploration;
  /** "in 4 of 6 schedules". */
  detail: string;
  /** The lab's own page, standing at the smallest way to break it where there is one. */
  href: string;
}

/** Every handler under every scenario, handler by handler. */
export async function everyVerdict(lab: Lab): Promise<ComputedVerdict[]> {
  const explorations = await allExplorations(lab);
  return Object.keys(lab.variants).flatMap((handler) =>
    Object.keys(lab.scenarios).flatMap((scenario) => {
      const exploration = explorations[`${scenario}/${handler}`];
      if (!exploration) return [];
      const place = { handler, scenario, schedule: exploration.counterexample?.schedule ?? '' };
      return [
        { handler, scenario, exploration, detail: verdictDetail(exploration), href: labHref(lab.id, place) },
      ];
    }),
  );
}
