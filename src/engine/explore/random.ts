/**
 * Runs schedules by chance, after PCT: each task has a priority, the highest that can move does, and
 * at a few moments drawn beforehand the one that would move falls behind all others. A bug that takes
 * d such moments is found in one run with probability at least 1 / (n · kᵈ⁻¹), n tasks and k steps.
 *
 * @see Burckhardt et al., "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010.
 */
import type { PropertyId, TaskId } from '../lab.ts';
import type { Laboratory, Violations } from '../laboratory.ts';
import { type Choice, compareSchedules, type Schedule } from '../schedule.ts';
import type { Limits } from '../verdict.ts';
import { reportEvery } from './exhaustive.ts';
import { emptyFindings, type Findings, judgeEnd, type Progress } from './findings.ts';

/** Moments of change in a run: bugs of depth 3 need two. */
const changes = 2;

/** @param seed - Equal seeds, equal schedules. */
export function* random(
  laboratory: Laboratory,
  limits: Limits,
  { schedules, seed }: { schedules: number; seed: number },
): Generator<Progress, Findings> {
  const { execution, experiment } = laboratory;
  const order = Object.keys(experiment.tasks);
  const findings: Findings = { ...emptyFindings(), map: null, limit: 'sample' };
  const faults = Object.values(experiment.faults).reduce((sum, count) => sum + count, 0);
  /** The longest run so far: moments of change are drawn from it. */
  let longest = order.length;
  for (; findings.run < schedules; findings.run += 1) {
    const draw = generator(seed, findings.run);
    const priority = new Map(order.map((task) => [task, 1 + draw()]));
    const changeAt = new Set(Array.from({ length: changes }, () => Math.floor(draw() * longest)));
    const strikeAt = new Set(Array.from({ length: faults }, () => Math.floor(draw() * (longest + 1))));
    const schedule: Schedule = [];
    execution.restart();
    let violations: Violations = laboratory.begin();
    for (let choices = execution.choices(); choices.length > 0; choices = execution.choices()) {
      if (findings.steps >= limits.steps) return findings;
      const strikes = strikeAt.has(schedule.length) || choices[0] === null;
      const choice = pick(choices, priority, strikes ? draw : null);
      if (choice?.kind === 'step' && changeAt.has(schedule.length))
        priority.set(choice.task, -schedule.length);
      violations = laboratory.advance(choice, violations);
      if (choice) schedule.push(choice);
      findings.steps += 1;
      if (findings.steps % reportEvery === 0) yield { schedules: findings.run, steps: findings.steps };
    }
    longest = Math.max(longest, schedule.length);
    for (const id of judgeEnd(laboratory, violations.now, findings.seen)) note(findings, id, schedule, order);
  }
  return findings;
}

/** @param draw - Strikes with a fault, if one can; null moves whoever has the highest priority. */
function pick(
  choices: readonly (Choice | null)[],
  priority: ReadonlyMap<TaskId, number>,
  draw: (() => number) | null,
): Choice | null {
  const faults = choices.filter((choice) => choice === null || choice.kind === 'fault');
  const steps = choices.filter((choice) => choice?.kind === 'step');
  if ((draw && faults.length > 0) || steps.length === 0)
    return faults[Math.floor((draw?.() ?? 0) * faults.length)] ?? null;
  const rank = (choice: Choice | null) => priority.get(choice?.task ?? '') ?? 0;
  return steps.reduce((best, choice) => (rank(choice) > rank(best) ? choice : best), steps[0] ?? null);
}

function note(findings: Findings, id: PropertyId, schedule: Schedule, order: TaskId[]): void {
  const known = findings.brokenBy.get(id);
  if (!known) findings.brokenBy.set(id, { count: 1n, schedule });
  else if (compareSchedules(schedule, known.schedule, order) < 0) known.schedule = schedule;
}

/** Numbers from 0 up to 1: SplitMix32, seeded by the search's seed and the number of the run. */
function generator(seed: number, run: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b9) ^ Math.imul(run + 1, 0x85ebca6b)) | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
