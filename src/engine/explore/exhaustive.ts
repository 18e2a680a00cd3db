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
import type { Laboratory } from '../laboratory.ts';
import { type Choice, compareSchedules, printSchedule, type Schedule } from '../schedule.ts';
import { type Limits, mapLimit, type ScheduleOutcome } from '../verdict.ts';

/** What a strategy found, before it is turned into a verdict. */
export interface Findings {
  total: number;
  broken: number;
  states: number;
  steps: number;
  /** For each property broken: in how many schedules, and the minimal one. */
  brokenBy: Map<PropertyId, { count: number; schedule: Schedule }>;
  /** `sometimes` properties that were seen. */
  seen: Set<PropertyId>;
  map: ScheduleOutcome[] | null;
  /** The limit that came before the end, or null: then every schedule has been run. */
  limit: keyof Limits | null;
}

/** How far an exploration has come. */
export interface Progress {
  schedules: number;
  steps: number;
}

interface Branch {
  enabled: TaskId[];
  taken: number;
}

/** Schedules between two reports of progress, so that whoever runs it can pause or stop. */
const reportEvery = 64;

/**
 * Yields its progress; returns what it found.
 *
 * @param visit - Is shown every complete schedule with what its choices did.
 */
export function* exhaustive(
  laboratory: Laboratory,
  limits: Limits,
  visit?: (schedule: Schedule, records: StepRecord[]) => void,
): Generator<Progress, Findings> {
  const { execution, experiment } = laboratory;
  const order = Object.keys(experiment.tasks);
  const findings = emptyFindings();
  const branches: Branch[] = [];
  let more = true;
  while (more) {
    const schedule: Schedule = [];
    const records: StepRecord[] = [];
    const broken = new Set<PropertyId>();
    execution.restart();
    note(broken, laboratory.violated('every-state', broken));
    for (let depth = 0; ; depth += 1) {
      let branch = branches[depth];
      if (!branch) {
        const enabled = execution.enabled();
        if (enabled.length === 0) break;
        branch = { enabled, taken: 0 };
        branches.push(branch);
        findings.states += 1;
      }
      const choice: Choice = { kind: 'step', task: branch.enabled[branch.taken] ?? '' };
      schedule.push(choice);
      const record = execution.choose(choice, schedule.length, '');
      const { committed, ended } = record;
      if (visit) records.push(record);
      findings.steps += 1;
      if (committed || (ended.length > 0 && laboratory.world.mentionsWorld.size > 0)) {
        note(broken, laboratory.violated('every-state', broken));
      }
    }
    findings.states += 1; // the final state
    note(broken, laboratory.violated('at-end', broken));
    note(broken, [...execution.brokenByEngine]);
    seeWitnesses(laboratory, findings);
    count(findings, schedule, broken, order);
    visit?.(schedule, records);

    while (branches.length > 0) {
      const last = branches[branches.length - 1];
      if (last && last.taken + 1 < last.enabled.length) break;
      branches.pop();
    }
    const last = branches.at(-1);
    more = last !== undefined;
    if (last) last.taken += 1;
    if (more && findings.total >= limits.schedules) findings.limit = 'schedules';
    else if (more && findings.steps >= limits.steps) findings.limit = 'steps';
    if (findings.limit) more = false;
    if (findings.total % reportEvery === 0) yield { schedules: findings.total, steps: findings.steps };
  }
  return findings;
}

export function emptyFindings(): Findings {
  return {
    total: 0,
    broken: 0,
    states: 0,
    steps: 0,
    brokenBy: new Map(),
    seen: new Set(),
    map: [],
    limit: null,
  };
}

function note(set: Set<PropertyId>, ids: readonly PropertyId[]): void {
  for (const id of ids) set.add(id);
}

function seeWitnesses({ properties, world }: Laboratory, { seen }: Findings): void {
  for (const [id, property] of properties) {
    if (property.sometimes !== undefined && !seen.has(id) && world.returnsRows(property.sometimes)) seen.add(id);
  }
}

function count(findings: Findings, schedule: Schedule, broken: ReadonlySet<PropertyId>, order: TaskId[]): void {
  findings.total += 1;
  if (broken.size > 0) findings.broken += 1;
  for (const id of broken) {
    const known = findings.brokenBy.get(id);
    if (!known) findings.brokenBy.set(id, { count: 1, schedule });
    else {
      known.count += 1;
      if (compareSchedules(schedule, known.schedule, order) < 0) known.schedule = schedule;
    }
  }
  if (findings.map) {
    if (findings.total > mapLimit) findings.map = null;
    else findings.map.push({ schedule: printSchedule(schedule), broken: [...broken] });
  }
}
