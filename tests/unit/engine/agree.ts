/** Compares what exploring finds, with and without each reduction, with the oracle. */
import { EngineError } from '../../../src/engine/errors.ts';
import type { ExperimentOptions } from '../../../src/engine/experiment.ts';
import type { Lab } from '../../../src/engine/lab.ts';
import type { Laboratory } from '../../../src/engine/laboratory.ts';
import { printSchedule } from '../../../src/engine/schedule.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import {
  explored,
  type Found,
  oracle,
  textOf,
  unequalFutures,
  unfaithful,
  wrongBounds,
  wrongPrefixes,
} from './oracle.ts';
import { inLaboratory } from './support.ts';

/**
 * Fewer steps than by default, so that loops are short. In a shared process nearly every history is
 * another, for which the handler's text is run again.
 */
const limitsOf = ({ process }: Lab, stepsPerTask: number) =>
  process === 'shared'
    ? { ...defaultLimits, schedules: 100, states: 160, stepsPerTask }
    : { ...defaultLimits, schedules: 500, states: 600, stepsPerTask };

function told({ total, broken, brokenBy, seen }: Found): string {
  return textOf({ total, broken, brokenBy, seen });
}

/** Where two findings differ, in words; empty where they do not. */
export function differences(name: string, found: Found, right: Found): string[] {
  const all: string[] = [];
  if (told(found) !== told(right)) all.push(`${name}: ${told(found)}\n  instead of ${told(right)}`);
  const [own, known] = [[...found.ends].sort().join('\n'), [...right.ends].sort().join('\n')];
  if (own !== known) all.push(`${name} ends with\n${own}\n  instead of\n${known}`);
  return all;
}

interface Comparison {
  /** The oracle runs every schedule on databases of its own. */
  fresh?: boolean;
  /** The oracle gives up beyond so many schedules. */
  most?: number;
  stepsPerTask?: number;
  /** Counts what was compared. */
  stats?: Record<string, number>;
}

/** What the ways to explore do not agree on; empty when they agree, or when there are too many schedules. */
export function disagreements(
  lab: Lab,
  options: ExperimentOptions,
  { fresh = false, most = 300, stepsPerTask = 12, stats = {} }: Comparison = {},
): string[] {
  const limits = limitsOf(lab, stepsPerTask);
  const count = (what: string, by = 1) => {
    stats[what] = (stats[what] ?? 0) + by;
  };
  const compare = (laboratory: Laboratory): string[] => {
    const graph = explored(laboratory, 'graph', limits);
    if (!graph) {
      count('beyond limits');
      return [];
    }
    const tree = explored(laboratory, 'tree', limits);
    if (!tree) {
      count('only merged');
      return inLaboratory(
        lab,
        options,
        (slow) => {
          const right = explored(slow, 'graph', limits);
          return right
            ? differences('remembered steps', graph, right)
            : ['only without memory there was a limit'];
        },
        limits,
        { remember: false },
      );
    }
    count('tree and graph');
    const all = differences('the graph', graph, tree);
    const twins = unequalFutures(laboratory);
    if (twins) all.push(`one key, other futures: after "${twins[0]}" and "${twins[1]}"`);
    const right = oracle(lab, options, { most, fresh, limits });
    if (!right) return all;
    count('oracle');
    count('schedules', right.runs.length);
    all.push(...differences('the tree', tree, right));
    const names = right.runs.map(({ schedule }) => printSchedule(schedule));
    if (new Set(names).size < names.length) all.push('two schedules are printed alike');
    all.push(...unfaithful(laboratory, right.runs).slice(0, 3));
    all.push(
      ...wrongPrefixes(graph.tree, right.runs).slice(0, 3),
      ...wrongBounds(laboratory, limits, right.runs),
    );
    return all;
  };
  try {
    return inLaboratory(lab, options, compare, limits);
  } catch (error) {
    // A property that SQLite cannot answer is an error of the lab.
    if (error instanceof EngineError && error.code === 'bad-property') return [];
    throw error;
  }
}
