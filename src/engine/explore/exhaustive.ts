/**
 * Runs every schedule, depth first, coming back to the last choice that has alternatives left.
 *
 * Two tasks of m and n unconditional steps make C(m + n, m) schedules.
 *
 * @see Godefroid, "Model Checking for Programming Languages using VeriSoft", POPL 1997.
 */
import type { Saved, StepRecord } from '../execution.ts';
import type { PropertyId, TaskId } from '../lab.ts';
import type { Laboratory, Violations } from '../laboratory.ts';
import { type Choice, compareSchedules, printSchedule, type Schedule } from '../schedule.ts';
import type { Limits } from '../verdict.ts';
import { emptyFindings, type Findings, judgeEnd, type Progress } from './findings.ts';

interface Branch {
  choices: readonly (Choice | null)[];
  taken: number;
  saved: Saved;
  violations: Violations;
}

/** Steps between two reports of progress, so that whoever runs it can pause or stop. */
export const reportEvery = 16;

/**
 * Yields its progress; returns what it found, or null when there are more than
 * `limits.schedules`, which is for another strategy.
 *
 * @param visit - Is shown every complete schedule with what its choices did.
 */
export function* exhaustive(
  laboratory: Laboratory,
  limits: Limits,
  visit?: (schedule: Schedule, records: StepRecord[]) => void,
): Generator<Progress, Findings | null> {
  const { execution, experiment } = laboratory;
  const order = Object.keys(experiment.tasks);
  const findings = emptyFindings();
  const branches: Branch[] = [];
  /** Choices that led to the topmost branch, and what they did; null where things were let be. */
  const path: { choice: Choice | null; record: StepRecord }[] = [];
  const enter = (violations: Violations) => {
    findings.states += 1;
    const choices = execution.choices();
    if (choices.length > 0) {
      branches.push({ choices, taken: 0, saved: execution.save(), violations });
      return;
    }
    const schedule = path.flatMap(({ choice }) => choice ?? []);
    count(findings, schedule, judgeEnd(laboratory, violations.now, findings.seen), order);
    visit?.(
      schedule,
      path.flatMap(({ choice, record }) => (choice ? [record] : [])),
    );
  };
  execution.restart();
  enter(laboratory.begin());
  for (let branch = branches.at(-1); branch; branch = branches.at(-1)) {
    path.length = branches.length - 1;
    const choice = branch.choices[branch.taken];
    if (choice === undefined) {
      branches.pop();
      continue;
    }
    if (findings.run >= limits.schedules) return null;
    if (findings.steps >= limits.steps) {
      findings.limit = 'steps';
      break;
    }
    if (branch.taken > 0) execution.load(branch.saved);
    branch.taken += 1;
    const step = laboratory.advance(choice, branch.violations);
    path.push({ choice, record: step.record });
    if (choice) findings.steps += 1;
    enter(step);
    if (findings.steps % reportEvery === 0) yield { schedules: findings.run, steps: findings.steps };
  }
  return findings;
}

function count(
  findings: Findings,
  schedule: Schedule,
  broken: ReadonlySet<PropertyId>,
  order: TaskId[],
): void {
  findings.run += 1;
  findings.total += 1n;
  if (broken.size > 0) findings.broken += 1n;
  for (const id of broken) {
    const known = findings.brokenBy.get(id);
    if (!known) findings.brokenBy.set(id, { count: 1n, schedule });
    else {
      known.count += 1n;
      if (compareSchedules(schedule, known.schedule, order) < 0) known.schedule = schedule;
    }
  }
  findings.map?.push({ schedule: printSchedule(schedule), broken: [...broken] });
}
