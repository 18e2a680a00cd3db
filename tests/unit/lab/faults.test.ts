import { expect, test } from 'vitest';
import { cutSentence } from '../../../src/components/lab/cut-words.ts';
import { clockSentence, stepSentence, traceSummary } from '../../../src/components/lab/event-words.ts';
import { faultGroups, faultLabel } from '../../../src/components/lab/fault-groups.ts';
import {
  budgetWords,
  hasFault,
  partsOf,
  scheduleWords,
  taskOfChoice,
} from '../../../src/components/lab/faults.ts';
import { attempt, numberOf } from '../../../src/components/lab/lab-view.ts';
import { taskLabels, workerIndex } from '../../../src/components/lab/words.ts';
import { crashTrace, redeliveryTrace, shop, withWorld } from './world-fixtures.ts';

test('a jump of the clock is read in words, and every other choice as it is printed', () => {
  const words = 'w1 crash:w1 clockJump:259200000 clockJump:deadline w1.2';
  expect(scheduleWords(words)).toBe('w1 crash:w1 clockJump:3\u00a0d clockJump:deadline w1.2');
});

test('a choice is a step, a fault of a task, or a jump of the clock', () => {
  expect(partsOf('w1.2')).toEqual({ fault: null, target: 'w1.2' });
  expect(partsOf('crash:w1')).toEqual({ fault: 'crash', target: 'w1' });
  expect(['w1', 'loseRequest:w1.2', 'clockJump:600000'].map(taskOfChoice)).toEqual(['w1', 'w1.2', '']);
});

test('a scenario has only the faults that it has a budget for', () => {
  expect(hasFault('crash:w1', { crash: 1 })).toBe(true);
  expect(hasFault('crash:w1', { crash: 0 })).toBe(false);
  expect(hasFault('melt:w1', { crash: 1 })).toBe(false);
  expect(hasFault('w1', {})).toBe(true);
});

test('a budget is said in words, and an empty one not at all', () => {
  expect(budgetWords({})).toBe('');
  expect(budgetWords({ crash: 0 })).toBe('');
  expect(budgetWords({ crash: 1 })).toBe('at most one crash');
  expect(budgetWords({ clockJump: 2, crash: 1, loseResponse: 1 })).toBe(
    'at most one crash, one lost answer and two jumps of the clock',
  );
});

test('each fault has words for its button', () => {
  const scenario = shop.scenarios['shop'];
  const words = (choice: string) => faultLabel(choice, scenario);
  expect(['crash:w1', 'loseRequest:w1', 'loseResponse:w1.2', 'timeout:w2', 'reorder:w2'].map(words)).toEqual([
    'Crash W1',
    'Lose W1’s request',
    'Lose W1.2’s answer',
    'Time out W2’s call',
    'Let W2 overtake',
  ]);
  expect(['clockJump:deadline', 'clockJump:600000'].map(words)).toEqual([
    'Jump to the next deadline',
    'Jump 10 min',
  ]);
});

test('a redelivery names its message where that has a name, also one that a queue has handed out', () => {
  const scenario = shop.scenarios['shop'];
  expect(faultLabel('redeliver:w3', scenario)).toBe('Deliver m7 again');
  expect(faultLabel('redeliver:w2', scenario)).toBe('Deliver W2’s message again');
  expect(faultLabel('redeliver:w2', scenario, redeliveryTrace)).toBe('Deliver m1 again');
});

test('faults are grouped by kind, with what is left of each, and say why they may not strike', () => {
  const trace = withWorld(crashTrace, [
    { choice: 'w1', kind: 'service', service: 'payments' },
    { choice: 'crash:w1', kind: 'fault' },
    { choice: 'clockJump:600000', kind: 'fault', now: 600_000 },
    { choice: 'w1.2', kind: 'service', service: 'payments' },
  ]);
  const moment = trace.moments[2];
  if (moment) moment.faults = ['clockJump:deadline'];
  const groups = faultGroups(shop, 'shop', trace, 2);
  expect(groups.map(({ fault, left, of }) => [fault, left, of])).toEqual([
    ['crash', 0, 1],
    ['loseResponse', 1, 1],
    ['timeout', 1, 1],
    ['redeliver', 2, 2],
    ['clockJump', 1, 1],
  ]);
  // The retry may begin after the crash, so it is there to be struck; before that it is not.
  const of = (kind: string) => groups.find(({ fault }) => fault === kind)?.choices ?? [];
  expect(of('crash').map(({ choice }) => choice)).toEqual(['crash:w1', 'crash:w1.2', 'crash:w2', 'crash:w3']);
  expect(of('crash')[0]?.why).toBe('the one crash is spent');
  expect(of('loseResponse').map(({ choice, why }) => [choice, why])).toEqual([
    ['loseResponse:w1', 'W1 has finished'],
    ['loseResponse:w1.2', 'W1.2 has no answer on its way'],
  ]);
  expect(of('redeliver').map(({ choice }) => choice)).toEqual(['redeliver:w2', 'redeliver:w3']);
  expect(of('clockJump')).toEqual([
    {
      choice: 'clockJump:deadline',
      label: 'Jump to the next deadline',
      digit: 1,
      again: false,
      may: true,
      why: '',
    },
  ]);
  const before = faultGroups(shop, 'shop', trace, 0);
  expect(before[0]?.choices.map(({ digit, again }) => [digit, again])).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ]);
});

test('what struck is told in a sentence, and so is the clock', () => {
  expect(crashTrace.events.map(stepSentence)).toEqual([
    'Moment 1. W1 calls CHARGE …: ch_1.',
    'Moment 2. Fault: W1 crashes. W1 answered 201, charged 1000.',
    'Moment 3. Fault: the clock jumps 10 min.',
    'Moment 4. W1.2 calls CHARGE …: ch_2. W1.2 answered 201, charged 1000.',
  ]);
  expect([2, 3, 4].map((moment) => clockSentence(crashTrace, moment))).toEqual([
    '',
    ' The clock is at +10 min.',
    '',
  ]);
  expect(traceSummary(crashTrace, 3)).toContain('Fault: the clock jumps 10 min. The clock is at +10 min.');
});

test('a delivery is told as one', () => {
  const [event] = redeliveryTrace.events;
  expect(event && stepSentence(event)).toBe(
    'Moment 1. W2 is handed m1: em_1. W2 answered 201, charged 1000.',
  );
});

test('a call that timed out is told as the step and as the fault', () => {
  const timedOut = withWorld(crashTrace, [
    { choice: 'timeout:w1', kind: 'service', service: 'payments', error: 'TIMEOUT' },
  ]);
  const [event] = timedOut.events;
  expect(event && stepSentence(event)).toBe(
    'Moment 1. W1 calls CHARGE …: ch_1. Fault: W1’s CHARGE times out.',
  );
});

test('later attempts share the place of their first, and say what they are', () => {
  const tasks = ['w1', 'w1.2', 'w2', 'w3', 'w3.2'];
  expect(tasks.map((task) => workerIndex(tasks, task))).toEqual([0, 0, 1, 2, 2]);
  expect(workerIndex(tasks, '')).toBe(-1);
  expect(taskLabels(shop.scenarios['shop'], tasks)).toEqual({
    w1: undefined,
    'w1.2': 'retry',
    w2: undefined,
    w3: undefined,
    'w3.2': 'again',
  });
});

test('a number is read with and without Shift, and names the first attempt or the last that may', () => {
  expect(numberOf({ code: 'Digit1', key: '!' })).toBe(1);
  expect(numberOf({ code: 'Numpad2', key: '2' })).toBe(2);
  expect(numberOf({ code: '', key: '3' })).toBe(3);
  expect(numberOf({ code: 'KeyU', key: 'u' })).toBeNull();
  const may = (task: string) => task !== 'w1';
  expect(attempt(['w1', 'w1.2'], false, may)).toBe('w1.2');
  expect(attempt(['w1', 'w1.2'], false, () => true)).toBe('w1');
  expect(attempt(['w1', 'w1.2'], true, () => true)).toBe('w1.2');
  // Where none may, the reducer decides: the engine may know more by then.
  expect(attempt(['w1'], false, () => false)).toBe('w1');
});

test('a jump that could not be made is told as the clock’s', () => {
  expect(cutSentence({ wanted: 3, made: 1, next: 'clockJump:5' }, crashTrace, false, { clockJump: 1 })).toBe(
    'This handler followed 1 of that schedule’s 3 moves: then the clock could not make the jump “clockJump:5\u00a0ms”.',
  );
});
