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
import type { Choice } from '../schedule.ts';
import type { Limits } from '../verdict.ts';
import { reportEvery } from './exhaustive.ts';
import { emptyFindings, type Findings, judgeEnd, type Progress } from './findings.ts';
import { addUp, type Node } from './graph.ts';

interface Frame {
  node: Node;
  choices: readonly (Choice | null)[];
  taken: number;
  /** To come back to; null where there is one way on, which is taken at once. */
  saved: Saved | null;
  violations: Violations;
  switched: Switched;
}

/** What a bound on preemptions must know of the way to a state. */
interface Switched {
  last: TaskId | null;
  preemptions: number;
}

/**
 * Yields its progress; returns what it found, with no map.
 *
 * @param mostPreemptions - Follows only schedules in which a task that could go on is interrupted at
 *   most so often. The limit is then `preemptions`, unless nothing had to be left out.
 */
export function* merged(
  laboratory: Laboratory,
  limits: Limits,
  mostPreemptions = Number.POSITIVE_INFINITY,
): Generator<Progress, Findings> {
  const { execution } = laboratory;
  const findings: Findings = { ...emptyFindings(), map: null };
  const bounded = Number.isFinite(mostPreemptions);
  let leftOut = false;
  const nodes = new Map<string, Node>();
  const ordered: Node[] = [];
  const stack: Frame[] = [];
  const close = (node: Node) => {
    node.order = ordered.length;
    ordered.push(node);
  };
  const enter = (violations: Violations, switched: Switched): Node => {
    const before = execution.canRetract ? named(violations.before) : '';
    const way = bounded ? `${switched.last}/${switched.preemptions}` : '';
    const key = `${execution.key()}#${named(violations.now)}#${before}#${way}`;
    const known = nodes.get(key);
    if (known) return known;
    const node: Node = { edges: [], ends: null, order: -1 };
    nodes.set(key, node);
    findings.states += 1;
    const choices = execution.choices();
    if (choices.length > 0) {
      const allowed = choices.filter(
        (choice) => after(choice, choices, switched).preemptions <= mostPreemptions,
      );
      leftOut ||= allowed.length < choices.length;
      const saved = allowed.length > 1 ? execution.save() : null;
      stack.push({ node, choices: allowed, taken: 0, saved, violations, switched });
      return node;
    }
    node.ends = judgeEnd(laboratory, violations.now, findings.seen);
    findings.run += 1;
    close(node);
    return node;
  };

  execution.restart();
  const root = enter(laboratory.begin(), { last: null, preemptions: 0 });
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
    // The first choice goes on from where the search stands.
    if (frame.taken > 0 && frame.saved) execution.load(frame.saved);
    frame.taken += 1;
    const step = laboratory.advance(choice, frame.violations);
    findings.steps += 1;
    const { choices, switched } = frame;
    frame.node.edges.push({ choice, to: enter(step, bounded ? after(choice, choices, switched) : switched) });
    if (findings.steps % reportEvery === 0) yield { schedules: findings.run, steps: findings.steps };
  }
  for (const frame of stack.reverse()) close(frame.node);
  if (leftOut) findings.limit ??= 'preemptions';
  const tasks = [...execution.tasks.keys()];
  addUp(findings, ordered, root, tasks);
  return findings;
}

/** A preemption: another task moves although the last one could go on. */
function after(
  choice: Choice | null,
  choices: readonly (Choice | null)[],
  { last, preemptions }: Switched,
): Switched {
  if (choice?.kind !== 'step') return { last, preemptions };
  const goesOn = choices.some((other) => other?.kind === 'step' && other.task === last);
  return { last: choice.task, preemptions: preemptions + (choice.task !== last && goesOn ? 1 : 0) };
}

const named = (ids: ReadonlySet<PropertyId>) => (ids.size === 0 ? '' : [...ids].sort().join());
