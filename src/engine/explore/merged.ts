/**
 * Searches the graph of states instead of the tree of schedules: two schedules that lead to the
 * same state have the same futures, so one of them is followed. Every schedule is still a path
 * through the graph, and adding up paths gives exact counts; the cheapest path to a violation is
 * the minimal counterexample. Neither needs the database.
 *
 * A state's key holds each process's history of results, committed contents, snapshots of open
 * transactions, parking, sleeps, the clock, and the properties violated so far.
 */
import type { Saved } from '../execution.ts';
import type { PropertyId, TaskId } from '../lab.ts';
import type { Laboratory, Violations } from '../laboratory.ts';
import { type Choice, rankChoice, type Schedule } from '../schedule.ts';
import type { Limits } from '../verdict.ts';
import { reportEvery } from './exhaustive.ts';
import { emptyFindings, type Findings, judgeEnd, type Progress } from './findings.ts';

interface Edge {
  /** Null where the schedule is let end. */
  choice: Choice | null;
  to: Node;
}

interface Node {
  edges: Edge[];
  /** Properties that a schedule breaks when it ends here; null before the end. */
  ends: ReadonlySet<PropertyId> | null;
  /** Position in the order in which children come before parents. */
  order: number;
}

interface Frame {
  node: Node;
  choices: (Choice | null)[];
  taken: number;
  saved: Saved;
  violations: Violations;
}

/** Yields its progress; returns what it found, with no map. */
export function* merged(laboratory: Laboratory, limits: Limits): Generator<Progress, Findings> {
  const { execution } = laboratory;
  const findings = { ...emptyFindings(), map: null };
  const nodes = new Map<string, Node>();
  const ordered: Node[] = [];
  const stack: Frame[] = [];
  const close = (node: Node) => {
    node.order = ordered.length;
    ordered.push(node);
  };
  const enter = (violations: Violations): Node => {
    const before = execution.canRetract ? named(violations.before) : '';
    const key = `${execution.key()}#${named(violations.now)}#${before}`;
    const known = nodes.get(key);
    if (known) return known;
    const node: Node = { edges: [], ends: null, order: -1 };
    nodes.set(key, node);
    findings.states += 1;
    const choices = execution.choices();
    if (choices.length > 0) {
      stack.push({ node, choices, taken: 0, saved: execution.save(), violations });
      return node;
    }
    node.ends = judgeEnd(laboratory, violations.now, findings.seen);
    findings.run += 1;
    close(node);
    return node;
  };

  execution.restart();
  const root = enter(laboratory.begin());
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const choice = frame.choices[frame.taken];
    if (choice === undefined) {
      close(frame.node);
      stack.pop();
      continue;
    }
    if (findings.states >= limits.states) findings.limit = 'states';
    else if (findings.steps >= limits.steps) findings.limit = 'steps';
    if (findings.limit) break;
    execution.load(frame.saved);
    frame.taken += 1;
    const step = laboratory.advance(choice, frame.violations);
    findings.steps += 1;
    frame.node.edges.push({ choice, to: enter(step) });
    if (findings.steps % reportEvery === 0) yield { schedules: findings.run, steps: findings.steps };
  }
  for (const frame of stack.reverse()) close(frame.node);
  const tasks = [...execution.tasks.keys()];
  addUp(findings, ordered, root, tasks);
  return findings;
}

const named = (ids: ReadonlySet<PropertyId>) => (ids.size === 0 ? '' : [...ids].sort().join());

/** Counts and minimal counterexamples, from the finished graph. */
function addUp(findings: Findings, ordered: Node[], root: Node, tasks: TaskId[]): void {
  findings.total = countPaths(ordered, root, () => true);
  findings.broken = countPaths(ordered, root, (ends) => ends.size > 0);
  const ids = new Set(ordered.flatMap((node) => [...(node.ends ?? [])]));
  for (const id of ids) {
    const has = (ends: ReadonlySet<PropertyId>) => ends.has(id);
    findings.brokenBy.set(id, {
      count: countPaths(ordered, root, has),
      schedule: cheapest(ordered, root, tasks, has),
    });
  }
}

/** Paths from the root to the ends that count. */
function countPaths(ordered: Node[], root: Node, counts: (ends: ReadonlySet<PropertyId>) => boolean): bigint {
  const paths = new Array<bigint>(ordered.length);
  for (const node of ordered) {
    paths[node.order] = node.ends
      ? counts(node.ends)
        ? 1n
        : 0n
      : node.edges.reduce((sum, edge) => sum + (paths[edge.to.order] ?? 0n), 0n);
  }
  return paths[root.order] ?? 0n;
}

/**
 * The path with fewest faults, then fewest switches, then fewest choices, then first in the order
 * of tasks. What is left to pay depends on who moved last, so each node has a price for each.
 */
function cheapest(
  ordered: Node[],
  root: Node,
  tasks: TaskId[],
  counts: (ends: ReadonlySet<PropertyId>) => boolean,
): Schedule {
  const width = tasks.length + 1; // the last column: nobody has moved
  const nobody = tasks.length;
  const price = new Float64Array(ordered.length * width).fill(Number.POSITIVE_INFINITY);
  const after = ({ choice }: Edge, last: number) =>
    choice?.kind === 'step' ? tasks.indexOf(choice.task) : last;
  const priceOf = (edge: Edge, last: number) => {
    const rest = price[edge.to.order * width + after(edge, last)] ?? Number.POSITIVE_INFINITY;
    if (!edge.choice) return rest;
    if (edge.choice.kind === 'fault') return rest + faultCost + 1;
    return rest + 1 + (last !== nobody && last !== after(edge, last) ? switchCost : 0);
  };
  /** Rank of the first choice on the best way on, which breaks ties. */
  const lead = new Float64Array(ordered.length * width).fill(-1);
  const best = (node: Node, last: number) => {
    let found: Edge | null = null;
    let least = Number.POSITIVE_INFINITY;
    let first = -1;
    for (const edge of node.edges) {
      const cost = priceOf(edge, last);
      const rank = edge.choice ? rankChoice(edge.choice, tasks) : (lead[edge.to.order * width + last] ?? -1);
      if (cost > least || (cost === least && rank >= first) || cost === Number.POSITIVE_INFINITY) continue;
      [found, least, first] = [edge, cost, rank];
    }
    return { edge: found, least, first };
  };
  for (const node of ordered) {
    for (let last = 0; last < width; last += 1) {
      const atEnd = node.ends && counts(node.ends) ? 0 : Number.POSITIVE_INFINITY;
      const way = best(node, last);
      price[node.order * width + last] = node.ends ? atEnd : way.least;
      lead[node.order * width + last] = way.first;
    }
  }
  const schedule: Schedule = [];
  let last = nobody;
  for (let node: Node = root; !node.ends; ) {
    const { edge } = best(node, last);
    if (!edge) break;
    if (edge.choice) schedule.push(edge.choice);
    last = after(edge, last);
    node = edge.to;
  }
  return schedule;
}

/** A switch outweighs any number of choices that a schedule can have, a fault any number of switches. */
const switchCost = 100_000;
const faultCost = switchCost * 100_000;
