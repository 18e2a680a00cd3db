/** The finished graph of merged states: every schedule is a path through it. */
import type { PropertyId, TaskId } from '../lab.ts';
import { type Choice, printChoice, rankChoice, type Schedule } from '../schedule.ts';
import type { PrefixTree } from '../verdict.ts';
import { type Findings, toCount } from './findings.ts';

export interface Edge {
  /** Null where the schedule is let end. */
  choice: Choice | null;
  to: Node;
}

export interface Node {
  edges: Edge[];
  /** Properties that a schedule breaks when it ends here; null before the end. */
  ends: ReadonlySet<PropertyId> | null;
  /** Position in the order in which children come before parents. */
  order: number;
}

type Counts = (ends: ReadonlySet<PropertyId>) => boolean;
const every: Counts = () => true;
const breaking: Counts = (ends) => ends.size > 0;

/**
 * Counts, minimal counterexamples, and the tree of prefixes.
 *
 * @param ordered - All nodes, children before parents.
 */
export function addUp(findings: Findings, ordered: readonly Node[], root: Node, tasks: TaskId[]): void {
  const total = countPaths(ordered, every);
  const broken = countPaths(ordered, breaking);
  findings.total = total[root.order] ?? 0n;
  findings.broken = broken[root.order] ?? 0n;
  findings.tree = findings.limit ? null : prefixes(root, total, broken);
  const ids = new Set(ordered.flatMap((node) => [...(node.ends ?? [])]));
  for (const id of ids) {
    const has: Counts = (ends) => ends.has(id);
    findings.brokenBy.set(id, {
      count: countPaths(ordered, has)[root.order] ?? 0n,
      schedule: cheapest(ordered, root, tasks, has),
    });
  }
}

/** For each node, the paths from it to the ends that count. */
function countPaths(ordered: readonly Node[], counts: Counts): bigint[] {
  const paths = new Array<bigint>(ordered.length);
  for (const node of ordered) {
    let sum = 0n;
    if (node.ends) sum = counts(node.ends) ? 1n : 0n;
    else for (const { to } of node.edges) sum += paths[to.order] ?? 0n;
    paths[node.order] = sum;
  }
  return paths;
}

/** How a printed schedule may go on: what follows where things were let be follows here. */
function printed(node: Node): readonly Edge[] {
  if (node.edges.every(({ choice }) => choice)) return node.edges;
  return node.edges.flatMap((edge) => (edge.choice ? [edge] : printed(edge.to)));
}

/** Prefixes that are listed, all together. */
const mostPrefixes = 600;

/** The beginnings of all schedules, as deep as their number allows, level by level. */
function prefixes(root: Node, total: readonly bigint[], broken: readonly bigint[]): PrefixTree {
  const leaf = (node: Node, choice: Choice | null): PrefixTree => ({
    choice: choice && printChoice(choice),
    total: toCount(total[node.order] ?? 0n),
    broken: toCount(broken[node.order] ?? 0n),
    children: [],
    cut: printed(node).length > 0,
  });
  const tree = leaf(root, null);
  let listed = 1;
  const queue = [{ node: root, tree }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const edges = printed(next.node);
    if (listed + edges.length > mostPrefixes) break;
    listed += edges.length;
    next.tree.cut = false;
    for (const { choice, to } of edges) {
      const child = leaf(to, choice);
      next.tree.children.push(child);
      queue.push({ node: to, tree: child });
    }
  }
  return tree;
}

/**
 * The path with fewest faults, then fewest switches, then fewest choices, then first in the order
 * of tasks. What is left to pay depends on who moved last, so each node has a price for each.
 */
function cheapest(
  ordered: readonly Node[],
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
