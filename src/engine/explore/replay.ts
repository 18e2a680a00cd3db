/** Replays one schedule and records all of it: steps, rows, who wrote them, what tasks believed. */
import type { Execution, StepRecord } from '../execution.ts';
import type { PropertyId, TaskId, TaskOutcome } from '../lab.ts';
import type { Laboratory } from '../laboratory.ts';
import { type Call, CapError, SqlError, type SqlValue } from '../ports.ts';
import { type Choice, parseSchedule, printChoice, printSchedule, type Schedule } from '../schedule.ts';
import { inspect } from '../statement.ts';
import type { Belief, Moment, NextStep, TaskView, Trace, TraceEvent } from '../trace.ts';
import { handlerCaps } from '../world/perform.ts';
import { describe, describeCall } from './describe.ts';
import { Ledger } from './ledger.ts';

interface OpenBelief extends Belief {
  sql: string;
  params: SqlValue[];
  answer: string;
}

/**
 * Replays a schedule from the start. One that stops early is replayed as far as it goes.
 *
 * @throws {EngineError} `malformed-schedule`, `unknown-task`, `cannot-move`, with its position.
 */
export function replay(laboratory: Laboratory, schedule: string | Schedule): Trace {
  const choices = typeof schedule === 'string' ? parseSchedule(schedule) : schedule;
  const text = printSchedule(choices);
  const { execution, experiment } = laboratory;
  execution.restart();
  execution.steps.arrive();
  const recorder = new Recorder(laboratory);
  choices.forEach((choice, index) => {
    for (let rests = restsBefore(execution, choice); rests > 0; rests -= 1) recorder.letBe(execution.letBe());
    if (execution.retracts(choice))
      recorder.takeBack(choice.kind === 'fault' && choice.fault === 'loseResponse' ? choice.task : null);
    recorder.note(printChoice(choice), execution.choose(choice, index + 1, text));
  });
  // Where nobody can move and no more fault is asked for, whoever waits has stalled.
  while (!execution.complete && execution.choices()[0] === null) recorder.letBe(execution.letBe());
  return {
    lab: experiment.lab.id,
    handler: experiment.handler.name,
    scenario: experiment.scenario,
    schedule: text,
    complete: execution.complete,
    events: recorder.events,
    moments: recorder.moments,
    beliefs: recorder.beliefs.map(({ task, from, to, staleAt, says }) => ({ task, from, to, staleAt, says })),
  };
}

/** How often things are let be before a choice can be made, which a schedule does not print; 0 where that is no help. */
function restsBefore(execution: Execution, choice: Choice): number {
  if (execution.may(choice) || execution.choices()[0] !== null) return 0;
  const saved = execution.save();
  let rests = 0;
  for (; !execution.may(choice) && execution.choices()[0] === null; rests += 1) execution.letBe();
  const helps = execution.may(choice);
  execution.load(saved);
  return helps ? rests : 0;
}

/** The schedule in which each task runs to its end before the next one starts. */
export function serialSchedule({ execution }: Laboratory, mostSteps: number): Schedule {
  execution.restart();
  const schedule: Schedule = [];
  for (;;) {
    const enabled = execution.enabled();
    const last = schedule.at(-1)?.task;
    const task = last !== undefined && enabled.includes(last) ? last : enabled[0];
    if (task === undefined || schedule.length >= mostSteps) return schedule;
    schedule.push({ kind: 'step', task });
    execution.choose({ kind: 'step', task }, schedule.length, '');
  }
}

class Recorder {
  readonly events: TraceEvent[] = [];
  readonly moments: Moment[] = [];
  readonly beliefs: OpenBelief[] = [];
  readonly #laboratory: Laboratory;
  readonly #ledger: Ledger;
  readonly #broken = new Set<PropertyId>();

  constructor(laboratory: Laboratory) {
    this.#laboratory = laboratory;
    this.#ledger = new Ledger(laboratory.world, laboratory.experiment.lab.watch);
    this.#check();
    this.moments.push(this.#moment());
  }

  /**
   * Answers of the last step never left: neither they nor what they broke have happened.
   *
   * @param only - Whose answer; all of them when null.
   */
  takeBack(only: TaskId | null): void {
    const event = this.events.at(-1);
    const moment = this.moments.at(-1);
    const before = this.moments.at(-2);
    if (!event || !moment || !before) return;
    const gone = event.ends.filter(({ task }) => only === null || task === only).map(({ task }) => task);
    for (const task of gone) {
      const view = moment.tasks[task];
      if (view)
        moment.tasks[task] = {
          ...view,
          status: 'ready',
          enabled: false,
          why: `${task} has not answered yet`,
          end: null,
        };
    }
    this.#broken.clear();
    for (const id of before.broken) this.#broken.add(id);
    const ends = event.ends.filter(({ task }) => !gone.includes(task));
    Object.assign(event, { end: gone.includes(event.task) ? null : event.end, ends, breaks: [] });
    Object.assign(moment, { broken: before.broken });
  }

  /** Nobody could move: what that ended belongs to the last step. */
  letBe({ ended }: StepRecord): void {
    this.#laboratory.execution.steps.arrive();
    const event = this.events.at(-1);
    event?.ends.push(...this.#endsOf(ended));
    const breaks = this.#check(); // also where there is no event to tell it
    event?.breaks.push(...breaks);
    const faults = this.moments.at(-1)?.faults ?? [];
    this.moments[this.moments.length - 1] = { ...this.#moment(), faults };
  }

  #endsOf(tasks: TaskId[]): { task: TaskId; end: TaskOutcome }[] {
    return tasks.map((task) => ({
      task,
      end: this.#laboratory.execution.tasks.get(task)?.end ?? unreachable(task),
    }));
  }

  note(choice: string, record: StepRecord): void {
    const { execution } = this.#laboratory;
    execution.steps.arrive();
    const moment = this.events.length + 1;
    const { call, performed, facts } = record;
    const changes = this.#ledger.update(record.task);
    const breaks = this.#check();
    const ends = this.#endsOf(record.ended);
    const own = ends.find((end) => end.task === record.task)?.end ?? null;
    const shared = this.#laboratory.experiment.process === 'shared';
    const description = describe(record, changes, this.#lockHolder(record.task), { end: own, shared });
    const wrote = performed.kind === 'answered' && performed.wrote;
    this.events.push({
      moment,
      choice,
      task: record.task,
      ...description,
      service: call?.kind === 'service' ? call.service : record.delivered === null ? null : 'queue',
      delivered: record.delivered,
      sql: call?.kind === 'statement' ? call.sql : '',
      params: call?.kind === 'statement' ? call.params : [],
      line: call?.line ?? null,
      column: call?.column ?? null,
      endLine: call?.endLine ?? null,
      parked: performed.kind === 'parked',
      reads: facts?.reads ?? false,
      wrote,
      changes,
      end: own,
      ends,
      logs: record.logs,
      parkedTasks: [...execution.tasks.values()]
        .filter((task) => task.status === 'parked')
        .map((task) => task.id),
      breaks,
    });
    this.#ageBeliefs(moment, record);
    if (
      call?.kind === 'statement' &&
      facts?.reads &&
      performed.kind === 'answered' &&
      performed.result.kind === 'rows'
    ) {
      this.#startBelief(moment, record.task, call, performed.result.rows);
    }
    this.moments.push(this.#moment());
  }

  #check(): PropertyId[] {
    const { execution } = this.#laboratory;
    const found = this.#laboratory.violated('every-state', this.#broken);
    if (execution.complete) found.push(...this.#laboratory.violated('at-end', this.#broken));
    for (const id of execution.brokenByEngine) if (!this.#broken.has(id)) found.push(id);
    for (const id of found) this.#broken.add(id);
    return found;
  }

  /** A read that the task's next step, a write, will trust. */
  #startBelief(from: number, task: TaskId, call: Call & { kind: 'statement' }, rows: SqlValue[][]): void {
    const state = this.#laboratory.execution.tasks.get(task);
    if (state?.transaction?.wrote) return; // it reads its own rows, which nobody else can see
    const next = this.#laboratory.execution.peek(task);
    if (next?.kind !== 'statement' || !inspect(next.sql).writes) return;
    const answer = JSON.stringify(rows);
    const belief: OpenBelief = {
      task,
      from,
      to: null,
      staleAt: null,
      says: rows.length === 0 ? 'none yet' : 'as I read it',
      sql: call.sql,
      params: call.params,
      answer,
    };
    if (this.#answerNow(belief) !== answer) belief.staleAt = from;
    this.beliefs.push(belief);
  }

  #ageBeliefs(moment: number, record: StepRecord): void {
    for (const belief of this.beliefs) {
      if (belief.to !== null) continue;
      if (belief.task === record.task) {
        if (record.performed.kind !== 'parked') belief.to = moment;
      } else if (belief.staleAt === null && record.committed && this.#answerNow(belief) !== belief.answer) {
        belief.staleAt = moment;
      }
    }
  }

  #answerNow(belief: OpenBelief): string {
    try {
      return JSON.stringify(this.#laboratory.world.observe(belief.sql, belief.params, handlerCaps));
    } catch (error) {
      if (error instanceof CapError || error instanceof SqlError) return `no answer: ${error.message}`;
      throw error;
    }
  }

  #lockHolder(except: TaskId): TaskId | null {
    for (const task of this.#laboratory.execution.tasks.values()) {
      if (task.id !== except && task.transaction?.locks) return task.id;
    }
    return null;
  }

  /** Null where SQLite has no answer, as for a sum that overflows. */
  #figure(query: string): SqlValue {
    try {
      return this.#laboratory.world.observe(query)[0]?.[0] ?? null;
    } catch (error) {
      if (error instanceof SqlError) return null;
      throw error;
    }
  }

  #moment(): Moment {
    const { execution, experiment } = this.#laboratory;
    const { track } = experiment.lab;
    const enabled = execution.enabled();
    const tasks: Record<TaskId, TaskView> = {};
    for (const task of execution.tasks.values()) {
      const next = execution.peek(task.id);
      tasks[task.id] = {
        status: task.status,
        enabled: enabled.includes(task.id),
        why: execution.whyNot(task.id),
        next: next ? nextStep(next) : null,
        end: task.end,
      };
    }
    return {
      now: execution.now,
      tables: this.#ledger.states(),
      tasks,
      faults: execution
        .choices()
        .flatMap((choice) => (choice?.kind === 'fault' ? [printChoice(choice)] : [])),
      broken: [...this.#broken],
      level: track ? Number(this.#figure(track.level) ?? 0) : null,
      total: track ? this.#figure(track.total) : null,
    };
  }
}

function nextStep(call: Call): NextStep {
  const place = { line: call.line, column: call.column, endLine: call.endLine };
  if (call.kind !== 'statement') {
    const { verb, label } = describeCall(call);
    return { ...place, verb, label, writes: false, service: call.kind === 'service' ? call.service : null };
  }
  const { verb, label, writes } = inspect(call.sql);
  return { ...place, verb, label, writes, service: null };
}

function unreachable(task: TaskId): never {
  throw new Error(`Task ${task} ended without an outcome.`);
}
