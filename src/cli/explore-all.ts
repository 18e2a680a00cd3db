/** `explore --all`: every lab, scenario and handler against what the lab's file expects. */
import { prepare } from '../engine/experiment.ts';
import type { Experiment } from '../engine/lab.ts';
import { defaultLimits, type Exploration } from '../engine/verdict.ts';
import { loadLabs } from '../labs/load.ts';
import { mutantsOf } from '../labs/mutants.ts';
import { agree, type Expected, promised } from '../labs/promises.ts';
import type { NodeRunner } from '../runner/node.ts';
import { threadsOf, withRunner } from './choose.ts';
import { toJson } from './explore.ts';
import type { CommandOptions } from './main.ts';
import { columns, json, type Report } from './report.ts';

interface Result {
  exploration: Exploration;
  expected: Expected;
  /**
   * Whether the search without, or else with, merging of equal states found the same verdicts and
   * counts; null where there are too many schedules for that.
   */
  confirmed: boolean | null;
  agrees: boolean;
}

/** More schedules than these are not run one by one. */
const mostUnreduced = defaultLimits.states;

export async function exploreAll(options: CommandOptions): Promise<Report> {
  const results = await withRunner(
    (runner) => Promise.all(everything().map((each) => check(runner, each))),
    threadsOf(options),
  );
  const status = results.every(({ agrees }) => agrees) ? 0 : 1;
  if (options.json) {
    const data = results.map(({ exploration, expected, confirmed, agrees }) => ({
      ...toJson(exploration),
      expected,
      confirmed,
      agrees,
    }));
    return { out: json(data), talk: '', status };
  }
  const rows = results.map((result) => {
    const { lab, scenario, handler, verdict, schedules } = result.exploration;
    return [
      wordsOf(result),
      lab,
      scenario,
      handler,
      'property' in verdict ? `${verdict.kind} ${verdict.property}` : verdict.kind,
      `${schedules.broken ?? '?'} of ${schedules.total ?? '?'}`,
    ];
  });
  return { out: columns(rows), talk: '', status };
}

/** Every variant in every scenario, and every mutant in its own. */
function everything(): { experiment: Experiment; expected: Expected }[] {
  return loadLabs().flatMap((lab) => [
    ...Object.entries(lab.variants).flatMap(([handler, variant]) =>
      Object.entries(variant.expect).map(([scenario, expected]) => ({
        experiment: prepare(lab, { handler, scenario }),
        expected,
      })),
    ),
    ...mutantsOf(lab).map(({ handler, mutant: { scenario, breaks } }) => ({
      experiment: prepare(lab, { handler, scenario }),
      expected: { kind: 'breaks' as const, property: breaks },
    })),
  ]);
}

async function check(
  runner: NodeRunner,
  { experiment, expected }: { experiment: Experiment; expected: Expected },
): Promise<Result> {
  const exploration = await runner.explore(experiment);
  const confirmed = await confirm(runner, experiment, exploration);
  return { exploration, expected, confirmed, agrees: agree(exploration, expected) && confirmed !== false };
}

/** Asks the other search: few schedules were run one by one, more with equal states merged. */
async function confirm(
  runner: NodeRunner,
  experiment: Experiment,
  exploration: Exploration,
): Promise<boolean | null> {
  const { total } = exploration.schedules;
  if (typeof total !== 'number' || total >= mostUnreduced) return null;
  const kind = exploration.map === null ? 'unreduced' : 'reduced';
  const other = await runner.explore(experiment, { kind });
  return JSON.stringify(essence(other)) === JSON.stringify(essence(exploration));
}

const essence = ({ verdict, properties, schedules, counterexample }: Exploration) => ({
  verdict,
  properties,
  total: schedules.total,
  broken: schedules.broken,
  counterexample,
});

function wordsOf({ agrees, confirmed, exploration, expected }: Result): string {
  if (agrees) return 'as expected';
  if (!agree(exploration, expected)) return `NOT AS EXPECTED, lab.yaml promises ${promised(expected)}`;
  return confirmed === false ? 'NOT CONFIRMED, the other search found something else' : '';
}
