/** Compares what exploring finds, with and without each reduction, with the oracle. */
import { EngineError } from '../../../src/engine/errors.ts';
import type { Lab } from '../../../src/engine/lab.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { explored, type Found, oracle, unfaithful } from './oracle.ts';
import { handler } from './support.ts';

/**
 * Fewer steps than by default, so that loops are short. In a shared process nearly every history is
 * another, for which the handler's text is run again.
 */
const limitsOf = ({ process }: Lab) =>
  process === 'shared'
    ? { ...defaultLimits, schedules: 150, states: 300, stepsPerTask: 14 }
    : { ...defaultLimits, schedules: 800, states: 1_200, stepsPerTask: 14 };

function told({ total, broken, brokenBy, seen }: Found): string {
  return JSON.stringify({ total, broken, brokenBy, seen }, (_, value) =>
    typeof value === 'bigint' ? `${value}` : (value as unknown),
  );
}

function differences(name: string, found: Found, right: Found): string[] {
  const all: string[] = [];
  if (told(found) !== told(right)) all.push(`${name}: ${told(found)}\n  instead of ${told(right)}`);
  const [own, known] = [[...found.ends].sort().join('\n'), [...right.ends].sort().join('\n')];
  if (own !== known) all.push(`${name} ends with\n${own}\n  instead of\n${known}`);
  return all;
}

/**
 * What the ways to explore do not agree on; empty when they agree, or when there are too many schedules.
 *
 * @param stats - Counts what was compared.
 */
export function disagreements(
  lab: Lab,
  source: string,
  { fresh = false, most = 300 } = {},
  stats: Record<string, number> = {},
): string[] {
  const options = handler(source);
  const limits = limitsOf(lab);
  const count = (what: string) => {
    stats[what] = (stats[what] ?? 0) + 1;
  };
  try {
    const graph = explored(lab, options, 'graph', { limits });
    const tree = graph && explored(lab, options, 'tree', { limits });
    if (!graph) {
      count('beyond limits');
      return [];
    }
    if (!tree) {
      count('only merged');
      const slow = explored(lab, options, 'graph', { limits, remember: false });
      return slow ? differences('remembered steps', graph, slow) : ['only without memory there was a limit'];
    }
    count('tree and graph');
    const all = differences('the graph', graph, tree);
    const right = oracle(lab, options, { most, fresh, limits });
    if (!right) return all;
    count('oracle');
    stats['schedules'] = (stats['schedules'] ?? 0) + right.runs.length;
    all.push(...differences('the tree', tree, right));
    const names = right.runs.map(({ schedule }) => JSON.stringify(schedule));
    if (new Set(names).size < names.length) all.push('two schedules are printed alike');
    all.push(...unfaithful(lab, options, right.runs, limits).slice(0, 3));
    return all;
  } catch (error) {
    // A property that SQLite cannot answer is an error of the lab.
    if (error instanceof EngineError && error.code === 'bad-property') return [];
    throw error;
  }
}
