/**
 * One wish, several databases. Where one makes a worker wait and another lets it through, the same
 * schedule is a step longer here than there; so each takes the choices that it can, in their order.
 */
import type { Laboratory } from '../engine/laboratory.ts';
import { type Choice, printChoice, printSchedule, type Schedule } from '../engine/schedule.ts';

export interface Fitted {
  schedule: string;
  /** Choices that could not be made, with their position in the wish, from 1. */
  skipped: { position: number; choice: string; why: string }[];
  /** How many choices were made after the wish, so that everybody comes to an end. */
  added: number;
  complete: boolean;
}

/**
 * @param wish - Null: each task runs to its end before the next one starts.
 * @param finish - Whether to go on after the wish, task by task.
 * @param mostSteps - After the wish.
 * @throws {EngineError} `unknown-task`
 */
export function fitSchedule(
  { execution }: Laboratory,
  wish: Schedule | null,
  finish: boolean,
  mostSteps: number,
): Fitted {
  execution.restart();
  const made: Schedule = [];
  const skipped: Fitted['skipped'] = [];
  const choose = (choice: Choice) => {
    execution.choose(choice, made.length + 1, printSchedule([...made, choice]));
    made.push(choice);
  };
  for (const [index, choice] of (wish ?? []).entries()) {
    const text = printChoice(choice);
    const isKnown =
      execution.tasks.has(choice.task) || (choice.kind === 'fault' && choice.fault === 'clockJump');
    if (!isKnown || execution.choices().some((may) => may && printChoice(may) === text)) {
      choose(choice);
      continue;
    }
    const why = choice.kind === 'fault' ? 'it cannot strike there' : execution.whyNot(choice.task);
    skipped.push({ position: index + 1, choice: text, why });
  }
  let added = 0;
  while ((finish || wish === null) && added < mostSteps) {
    const enabled = execution.enabled();
    const last = made.at(-1)?.task;
    const task = last !== undefined && enabled.includes(last) ? last : enabled[0];
    if (task === undefined) break;
    choose({ kind: 'step', task });
    added += 1;
  }
  return {
    schedule: printSchedule(made),
    skipped,
    added: wish === null ? 0 : added,
    complete: execution.complete,
  };
}
