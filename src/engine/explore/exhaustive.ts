/**
 * Runs every schedule, depth first, each from the starting rows. What a handler does after a
 * history of results is remembered; the databases are driven anew for each schedule.
 *
 * Two tasks of m and n unconditional steps make C(m + n, m) schedules.
 *
 * @see Godefroid, "Model Checking for Programming Languages using VeriSoft", POPL 1997.
 */
import type { StepRecord } from '../execution.ts';
import type { PropertyId, TaskId } from '../lab.ts';
import type { Laboratory, Violations } from '../laboratory.ts';
import { type Choice, compareSchedules, printSchedule, type Schedule } from '../schedule.ts';
import type { Limits } from '../verdict.ts';
import { emptyFindings, type Findings, judgeEnd, type Progress } from './findings.ts';

interface Branch {
  choices: (Choice | null)[];
  taken: number;
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
  let more = true;
  while (more) {
    const schedule: Schedule = [];
    const records: StepRecord[] = [];
    execution.restart();
    let violations: Violations = laboratory.begin();
    for (let depth = 0; ; depth += 1) {
      let branch = branches[depth];
      if (!branch) {
        const choices = execution.choices();
        if (choices.length === 0) break;
        branch = { choices, taken: 0 };
        branches.push(branch);
        findings.states += 1;
      }
      const choice = branch.choices[branch.taken] ?? null;
      const step = laboratory.advance(choice, violations);
      violations = step;
      if (!choice) continue;
      schedule.push(choice);
      if (visit) records.push(step.record);
      findings.steps += 1;
      if (findings.steps % reportEvery === 0) yield { schedules: findings.run, steps: findings.steps };
    }
    findings.states += 1; // the final state
    count(findings, schedule, judgeEnd(laboratory, violations.now, findings.seen), order);
    visit?.(schedule, records);

    while (branches.length > 0) {
      const last = branches[branches.length - 1];
      if (last && last.taken + 1 < last.choices.length) break;
      branches.pop();
    }
    const last = branches.at(-1);
    more = last !== undefined;
    if (last) last.taken += 1;
    if (more && findings.run >= limits.schedules) return null;
    else if (more && findings.steps >= limits.steps) findings.limit = 'steps';
    if (findings.limit) more = false;
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
