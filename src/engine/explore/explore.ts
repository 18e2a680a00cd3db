/** From a laboratory to a verdict. */
import { isEngineProperty } from '../execution.ts';
import type { Property, PropertyId, TaskOutcome } from '../lab.ts';
import type { Laboratory } from '../laboratory.ts';
import { engineProperties, outcomes } from '../outcomes.ts';
import { printSchedule } from '../schedule.ts';
import type { Counterexample, Exploration, Limits, PropertyVerdict, Strategy, Verdict } from '../verdict.ts';
import { exhaustive } from './exhaustive.ts';
import { emptyFindings, type Findings, type Progress, toCount } from './findings.ts';
import { merged } from './merged.ts';
import { random } from './random.ts';
import { replay } from './replay.ts';

/**
 * Explores the schedules of an experiment.
 *
 * @returns `holds` only after the whole space; `inconclusive` when a limit came first.
 */
export function* explore(
  laboratory: Laboratory,
  limits: Limits,
  strategy: Strategy = { kind: 'exhaustive' },
): Generator<Progress, Exploration> {
  const { experiment, loadFailure } = laboratory;
  const names = { lab: experiment.lab.id, handler: experiment.handler.name, scenario: experiment.scenario };
  if (loadFailure) {
    return {
      ...names,
      verdict: { kind: 'broken', property: 'handler-loads' },
      properties: { 'handler-loads': { kind: 'broken', broken: 0, schedule: '', end: loadFailure } },
      schedules: { total: 0, broken: 0, run: 0 },
      states: 0,
      steps: 0,
      counterexample: null,
      map: [],
      tree: null,
    };
  }
  const findings = yield* search(laboratory, limits, strategy);
  const properties: Record<PropertyId, PropertyVerdict> = {};
  for (const [id, property] of laboratory.properties) {
    properties[id] = verdictOf(id, property, laboratory, findings);
  }
  for (const id of Object.keys(engineProperties)) {
    if (findings.brokenBy.has(id)) properties[id] = broken(id, laboratory, findings);
  }
  const verdict = worst(properties);
  const exact = findings.limit === null;
  return {
    ...names,
    verdict,
    properties,
    schedules: {
      total: exact ? toCount(findings.total) : null,
      broken: exact ? toCount(findings.broken) : null,
      run: findings.run,
    },
    states: findings.states,
    steps: findings.steps,
    counterexample:
      verdict.kind === 'broken' ? counterexampleOf(properties[verdict.property], laboratory) : null,
    map: exact && findings.run <= limits.schedules ? findings.map : null,
    tree: findings.tree,
  };
}

function* search(laboratory: Laboratory, limits: Limits, strategy: Strategy): Generator<Progress, Findings> {
  switch (strategy.kind) {
    case 'exhaustive': {
      // A few schedules are run one by one, and each has its place in the map; more are merged.
      const done: Progress = { schedules: 0, steps: 0 };
      const few = yield* told(exhaustive(laboratory, limits), done);
      return few ?? (yield* told(merged(laboratory, limits), { ...done }));
    }
    case 'unreduced': {
      const findings = yield* exhaustive(laboratory, { ...limits, schedules: limits.states });
      return findings ?? { ...emptyFindings(), map: null, limit: 'states' };
    }
    case 'reduced':
      return yield* merged(laboratory, limits);
    case 'preemptions':
      return yield* merged(laboratory, limits, strategy.most);
    case 'random':
      return yield* random(laboratory, limits, strategy);
  }
}

/** Adds what was done before to the progress of what is done now, and keeps the sum in `sum`: it never goes back. */
function* told<Result>(work: Generator<Progress, Result>, sum: Progress): Generator<Progress, Result> {
  const before = { ...sum };
  for (let next = work.next(); ; next = work.next()) {
    if (next.done) return next.value;
    sum.schedules = before.schedules + next.value.schedules;
    sum.steps = before.steps + next.value.steps;
    yield { ...sum };
  }
}

/** Runs an exploration to its end. */
export function runToEnd<Result>(generator: Generator<unknown, Result>): Result {
  for (;;) {
    const next = generator.next();
    if (next.done) return next.value;
  }
}

function verdictOf(
  id: PropertyId,
  property: Property,
  laboratory: Laboratory,
  findings: Findings,
): PropertyVerdict {
  if (property.always === undefined) {
    if (findings.seen.has(id)) return { kind: 'holds' };
    return findings.limit ? { kind: 'inconclusive', limit: findings.limit } : { kind: 'vacuous', unseen: id };
  }
  if (findings.brokenBy.has(id)) return broken(id, laboratory, findings);
  if (findings.limit) return { kind: 'inconclusive', limit: findings.limit };
  const witnesses = property.witness
    ? [property.witness]
    : laboratory.properties.filter(([, other]) => other.sometimes !== undefined).map(([other]) => other);
  const unseen = witnesses.find((witness) => !findings.seen.has(witness));
  return unseen === undefined ? { kind: 'holds' } : { kind: 'vacuous', unseen };
}

function broken(id: PropertyId, laboratory: Laboratory, findings: Findings): PropertyVerdict {
  const found = findings.brokenBy.get(id);
  return {
    kind: 'broken',
    broken: findings.limit ? null : toCount(found?.count ?? 0n),
    schedule: printSchedule(found?.schedule ?? []),
    end: isEngineProperty(id) && found ? endThatBreaks(laboratory, printSchedule(found.schedule), id) : null,
  };
}

/** How the task ended that broke one of the engine's properties. */
function endThatBreaks(laboratory: Laboratory, schedule: string, id: PropertyId): TaskOutcome | null {
  const ends = replay(laboratory, schedule).events.flatMap((event) => event.ends);
  return ends.find(({ end }) => outcomes[end.kind].breaks === id)?.end ?? null;
}

function counterexampleOf(
  property: PropertyVerdict | undefined,
  laboratory: Laboratory,
): Counterexample | null {
  if (property?.kind !== 'broken') return null;
  const { events } = replay(laboratory, property.schedule);
  return {
    schedule: property.schedule,
    steps: events.map(({ task, label, line, column, result }) => ({ task, label, line, column, result })),
  };
}

const severity = ['broken', 'inconclusive', 'vacuous', 'holds'] as const;

/** The worst verdict, of the first property that has it: the lab's come before the engine's. */
function worst(properties: Record<PropertyId, PropertyVerdict>): Verdict {
  for (const kind of severity) {
    const found = Object.entries(properties).find(([, verdict]) => verdict.kind === kind);
    if (!found) continue;
    const [property, verdict] = found;
    switch (verdict.kind) {
      case 'broken':
      case 'vacuous':
        return { kind: verdict.kind, property };
      case 'inconclusive':
        return { kind: 'inconclusive', limit: verdict.limit };
      case 'holds':
        return { kind: 'holds' };
    }
  }
  return { kind: 'holds' };
}
