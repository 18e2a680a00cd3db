/** Decisions of the race lab that need no React. */
import type { Lab, PropertyId, TaskOutcome } from '../../engine/lab.ts';
import { outcomes } from '../../engine/outcomes.ts';
import type { Exploration } from '../../engine/verdict.ts';
import type { Subject } from './lab-state.ts';
import type { LabModel } from './useLab.ts';
import { harmOf } from './verdict-words.ts';
import { baseOf, outcomeSentence, splitSchedule, yoursPrefix } from './words.ts';

/** Room in the lanes, so that they do not jump while a schedule grows. */
export function roomFor(exploration: Exploration | null): number {
  let longest = 0;
  const known = [exploration?.counterexample, ...(exploration?.map ?? [])];
  for (const item of known) longest = Math.max(longest, splitSchedule(item?.schedule ?? '').length);
  return Math.max(5, Math.min(longest, 12));
}

/** What to print under a table: the harm, where a broken property asks about that table. */
export function brokenFor(lab: Lab, table: string, broken: PropertyId[]): string | null {
  // `charge` is not the one in `payments.charge`.
  const named = new RegExp(`(?<![\\w.])${table.replace('.', '\\.')}\\b`, 'i');
  const id = broken.find((property) => named.test(lab.properties[property]?.always ?? ''));
  return id === undefined ? null : harmOf(lab, id);
}

/**
 * The variant to try after the one at hand, in the scenario at hand. The lab's order is its story: a repair
 * that fails comes before the one that does not, and the task counts on it. Vacuous ones teach nothing here.
 * After the last there is one that holds, if there is one: in every scenario, where one does.
 */
export function nextToTry(lab: Lab, { scenario, handler }: Subject): string | null {
  const variants = Object.keys(lab.variants);
  const kindOf = (name: string) => lab.variants[name]?.expect[scenario]?.kind;
  const here = variants.indexOf(baseOf(handler) ?? handler);
  const later = variants
    .slice(here + 1)
    .find((name) => kindOf(name) === 'broken' || kindOf(name) === 'holds');
  if (here >= 0 && later !== undefined) return later;
  const holding = variants.filter((name) => name !== handler && kindOf(name) === 'holds');
  return holding.find((name) => !breaksElsewhere(lab, { scenario, handler: name })) ?? holding[0] ?? null;
}

/** Whether the handler breaks in a scenario other than the one at hand. */
export function breaksElsewhere(lab: Lab, { scenario, handler }: Subject): boolean {
  const expected = Object.entries(lab.variants[handler]?.expect ?? {});
  return expected.some(([name, { kind }]) => name !== scenario && kind === 'broken');
}

/** Whether breaking this property is what the reader was asked to do. */
export function isTheTask(lab: Lab, { scenario, handler }: Subject, id: PropertyId): boolean {
  if (id in lab.properties) return true;
  const expected = lab.variants[handler]?.expect[scenario];
  return expected?.kind === 'broken' && expected.property === id;
}

/** Handlers to choose from: the lab's, then the reader's own. */
export function handlersOf(lab: Lab, edits: LabModel['edits']): string[] {
  const variants = Object.keys(lab.variants);
  return [...variants, ...variants.filter((name) => edits[name]).map((name) => `${yoursPrefix}${name}`)];
}

/** Every exploration but those of the reader's version of a variant: its text is another one now. */
export function withoutYours(
  explorations: Record<string, Exploration>,
  variant: string,
): Record<string, Exploration> {
  const own = `/${yoursPrefix}${variant}`;
  return Object.fromEntries(Object.entries(explorations).filter(([key]) => !key.endsWith(own)));
}

/** "Find it for me", pressed and not yet granted. `of` names the text, the handler and the scenario. */
export interface Wish {
  of: string;
}

/** What becomes of a wish: it waits for its exploration, and is forgotten with it. */
export function fateOf(
  wish: Wish,
  now: { of: string; running: boolean; explored: boolean },
): 'wait' | 'grant' | 'forget' {
  if (wish.of !== now.of) return 'forget';
  if (now.running) return 'wait';
  return now.explored ? 'grant' : 'forget';
}

export interface Fault {
  line: number | null;
  text: string;
}

/**
 * The place in the handler at which it has failed by the moment shown, where there is one: it does not
 * load, or a task came to a bad end.
 */
export function faultShown({ state, moment }: Pick<LabModel, 'state' | 'moment'>): Fault | null {
  const { problem } = state;
  // The engine's own trouble is no fault of the handler.
  if (problem?.engine) return null;
  if (problem) {
    return {
      line: problem.end?.line ?? null,
      text: problem.end ? outcomeSentence(problem.end) : problem.message,
    };
  }
  if (state.foreign) return null;
  const ends = Object.values(state.trace.moments[moment]?.tasks ?? {}).map((view) => view.end);
  return firstBad(ends);
}

/** The same, or else the place at which it fails in the minimal counterexample: for whoever has just run it. */
export function faultFound(model: LabModel): Fault | null {
  const { problem, foreign } = model.state;
  const shown = faultShown(model);
  if (shown || problem || foreign) return shown;
  const verdicts = Object.values(model.exploration?.properties ?? {});
  return firstBad(verdicts.map((verdict) => (verdict.kind === 'broken' ? verdict.end : null)));
}

function firstBad(ends: (TaskOutcome | null)[]): Fault | null {
  const bad = ends.find((end) => end && outcomes[end.kind].breaks !== null);
  return bad ? { line: bad.line, text: outcomeSentence(bad) } : null;
}

/**
 * Where the lab's own page opens: at the first handler, in the first scenario in which it breaks; where it
 * never does, at the first pair that breaks. Of a lab in which nothing breaks, at its first pair.
 */
export function openingOf(lab: Lab): Subject {
  const pairs = Object.entries(lab.variants).flatMap(([handler, { expect }]) =>
    Object.keys(lab.scenarios).map((scenario) => ({ scenario, handler, kind: expect[scenario]?.kind })),
  );
  const { scenario = '', handler = '' } = pairs.find(({ kind }) => kind === 'broken') ?? pairs[0] ?? {};
  return { scenario, handler };
}

/** The choices of the minimal counterexample to what the verdict names, or null. */
export function counterexampleOf(exploration: Exploration | null): string | null {
  if (exploration?.verdict.kind !== 'broken') return null;
  const property = exploration.properties[exploration.verdict.property];
  return property?.kind === 'broken' ? property.schedule : (exploration.counterexample?.schedule ?? null);
}

/** The handler's own text, for a link that somebody else can open. */
export function publicHandler(handler: string): string {
  return baseOf(handler) ?? handler;
}

/** Where letters and digits are text, the lab's keys are off. */
export function isTyping(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('.editor') !== null) return true;
  if (target instanceof HTMLInputElement)
    return !['radio', 'range', 'checkbox', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** The digit pressed, from 1. With Shift, `key` is another sign on most keyboards. */
export function numberOf(press: { code: string; key: string }): number | null {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(press.code)?.[1] ?? /^[1-9]$/.exec(press.key)?.[0];
  return digit === undefined ? null : Number(digit);
}

/** Of one worker's attempts the first that may, or with Shift the last. */
export function attempt<Each>(all: Each[], last: boolean, may: (each: Each) => boolean): Each | undefined {
  return (last ? all.findLast(may) : all.find(may)) ?? all[0];
}
