/** How the interface says things: workers, outcomes, counts. Pure, so that a test can read it. */
import type { Scenario, TaskId, TaskOutcome } from '../../engine/lab.ts';
import { outcomes } from '../../engine/outcomes.ts';
import type { SqlValue } from '../../engine/ports.ts';
import type { TaskView, Trace, TraceEvent } from '../../engine/trace.ts';
import type { Count } from '../../engine/verdict.ts';
import { dateWords, durationWords } from './time.ts';

export const yoursPrefix = 'yours:';

/** The variant that an edited handler began as, or null for a handler of the lab itself. */
export function baseOf(handler: string): string | null {
  return handler.startsWith(yoursPrefix) ? handler.slice(yoursPrefix.length) : null;
}

/** `w1` is data; readers meet W1. */
export function workerName(task: TaskId): string {
  return task.toUpperCase();
}

export function handlerLabel(handler: string): string {
  const base = baseOf(handler);
  return base === null ? handler.replaceAll('-', ' ') : `yours, from ${base.replaceAll('-', ' ')}`;
}

/** Tasks in the lab's order, clones included. */
export function tasksOf(trace: Trace): TaskId[] {
  return Object.keys(trace.moments[0]?.tasks ?? {});
}

/** `w1` of `w1.2`: the worker whose attempt a task is. */
export function firstOf(task: TaskId): TaskId {
  return task.replace(/\.\d+$/, '');
}

/**
 * A worker's place in the lab's order, which gives its shape and colour: a retry and a redelivery
 * share those of their first. @returns -1 for what no worker did.
 */
export function workerIndex(tasks: readonly TaskId[], task: TaskId): number {
  const firsts = [...new Set(tasks.map(firstOf))];
  return firsts.indexOf(firstOf(task));
}

/** What each worker is called: "request", "retry". A later attempt says what it is. */
export function taskLabels(
  scenario: Scenario | undefined,
  tasks: readonly TaskId[],
): Record<TaskId, string | undefined> {
  return Object.fromEntries(
    tasks.map((task) => {
      const spec = scenario?.tasks[firstOf(task)];
      if (task === firstOf(task)) return [task, spec?.says];
      const attempt = Number(task.split('.')[1]) - 1;
      if (!spec?.retries) return [task, 'again'];
      return [task, spec.retries.attempts > 1 ? `retry ${attempt}` : 'retry'];
    }),
  );
}

export function splitSchedule(schedule: string): string[] {
  return schedule.split(/\s+/).filter((choice) => choice !== '');
}

/** Thousands apart, for strings beyond 2^53 too. */
export function formatCount(count: Count): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

export function plural(count: Count, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${String(count) === '1' ? one : many}`;
}

/** "all 6 schedules", and as people say it of one and of two. */
export function allSchedules(total: Count): string {
  if (String(total) === '1') return 'the only schedule';
  return String(total) === '2' ? 'both schedules' : `all ${formatCount(total)} schedules`;
}

/** "in 4 of 6 schedules", "in both schedules". */
export function brokenIn(broken: Count, total: Count): string {
  return String(broken) === String(total)
    ? `in ${allSchedules(total)}`
    : `in ${formatCount(broken)} of ${plural(total, 'schedule')}`;
}

const bodyLimit = 44;

/** `{"charged":1000}` as "charged 1000": an answer in the width of a lane's end. */
export function bodyWords(body: string | null): string {
  if (body === null || body === '') return '';
  let words = body;
  try {
    const value: unknown = JSON.parse(body);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      words = Object.entries(value).map(fieldWords).join(', ');
    } else if (typeof value === 'string') words = value;
  } catch {
    // Not JSON: shown as it came.
  }
  return words.length > bodyLimit ? `${words.slice(0, bodyLimit - 1)}…` : words;
}

function fieldWords([name, value]: [string, unknown]): string {
  if (value === true) return name;
  if (typeof value === 'string' && /^(error|message|detail|title)$/.test(name)) return value;
  if (typeof value === 'number' && /^(now|since)$|(At|_at|Until|_until)$/.test(name))
    return `${name} ${value >= 1e11 ? dateWords(value) : value < 1e9 ? `+${durationWords(value)}` : value}`;
  return `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** What stands at a lane's end. `bad` when the outcome breaks one of the engine's properties. */
export function outcomeWords(end: TaskOutcome): { head: string; detail: string; bad: boolean } {
  const bad = outcomes[end.kind].breaks !== null;
  if (end.kind === 'answered') return { head: String(end.status ?? ''), detail: bodyWords(end.body), bad };
  if (end.kind === 'done') return { head: 'done', detail: end.detail, bad };
  if (end.kind === 'response-lost')
    return { head: 'answer lost', detail: end.status === null ? '' : `it was ${end.status}`, bad };
  return { head: end.kind.replaceAll('-', ' '), detail: '', bad };
}

/** The outcome as a sentence, with what to do about it. */
export function outcomeSentence(end: TaskOutcome): string {
  if (end.kind === 'answered') return `Answered ${end.status ?? ''}.`;
  const { doc, remedy } = outcomes[end.kind];
  const place =
    end.line === null ? '' : ` (line ${end.line}${end.column === null ? '' : `, column ${end.column}`})`;
  const said = (end.detail === '' ? doc : end.detail).replace(/\.$/, '');
  return `${said}${place}. ${remedy}`.trim();
}

/** Task ids in the engine's sentences become names: "waits for w1" is printed "waits for W1". */
export function namedWorkers(text: string, tasks: TaskId[]): string {
  return text.replace(/\w+(?:\.\w+)*/g, (word) => (tasks.includes(word) ? workerName(word) : word));
}

/** What came back, in a few words. A refused step names the worker that holds the lock. */
export function resultWords({ parked, result }: TraceEvent): string {
  return parked
    ? result.replace(/^(waits for )(\S+)$/, (_, waits: string, task: TaskId) => `${waits}${workerName(task)}`)
    : result.replace(/\b\d{4,} ms\b/g, (sleep) => durationWords(Number.parseInt(sleep, 10)));
}

/** The result below a mark, where room is short: of an error its code alone. */
export function laneWords(event: TraceEvent): string {
  return event.error && event.kind !== 'fault' && event.result.startsWith('refused')
    ? `refused, ${event.error.replace(/^SQLITE_/, '')}`
    : shortDigests(resultWords(event)).replace(/ handed over(?=, )/, '');
}

/** A digest's start tells it from another; the whole would push what stands beside it out of sight. */
function shortDigests(text: string): string {
  return text.replace(/\b([0-9a-f]{10})[0-9a-f]{30,}(?:…|\b)/g, '$1…');
}

/** "about to INSERT", "answered 201", "waits for W1": the line above a code pane. */
export function taskWords(view: TaskView, tasks: TaskId[]): string {
  if (view.end) {
    const { head, bad } = outcomeWords(view.end);
    return view.end.kind === 'answered' ? `answered ${head}` : bad ? `ended: ${head}` : head;
  }
  if (view.status === 'asleep') return view.enabled ? 'asleep, may wake' : 'asleep';
  // The engine's sentence begins with the task's name, which stands beside it already.
  if (!view.enabled) return namedWorkers(view.why.replace(/^\S+ (is )?/, ''), tasks);
  if (view.status === 'parked') return 'may ask for the lock again';
  return view.next ? `about to ${view.next.verb}` : 'ready';
}

export function valueWords(value: SqlValue): string {
  return value === null ? 'NULL' : shortDigests(String(value));
}

export function endPhrase(end: TaskOutcome): string {
  const { head, detail } = outcomeWords(end);
  if (end.kind === 'answered') return `answered ${head}${detail === '' ? '' : `, ${detail}`}`;
  return end.kind === 'done' ? 'is done' : `ended: ${head}`;
}
