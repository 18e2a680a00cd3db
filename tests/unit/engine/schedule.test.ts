import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultKinds } from '../../../src/engine/lab.ts';
import {
  type Choice,
  compareSchedules,
  countFaults,
  countSwitches,
  parseSchedule,
  printSchedule,
} from '../../../src/engine/schedule.ts';

const task = fc.stringMatching(/^w[1-9](\.[2-9])?$/);
const choice: fc.Arbitrary<Choice> = fc.oneof(
  task.map((name): Choice => ({ kind: 'step', task: name })),
  fc
    .tuple(fc.constantFrom(...faultKinds.filter((kind) => kind !== 'clockJump')), task)
    .map(([fault, name]): Choice => ({ kind: 'fault', fault, task: name })),
  fc
    .oneof(fc.constant('deadline'), fc.integer({ min: 1 }).map(String))
    .map((how): Choice => ({ kind: 'fault', fault: 'clockJump', task: how })),
);

test('every schedule parses back from what it prints', () => {
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 40 }), (schedule) => {
      expect(parseSchedule(printSchedule(schedule))).toEqual(schedule);
    }),
  );
});

test.each(['clockJump:w1', 'clockJump:0', 'clockJump:-5', 'clockJump:', 'crash:600000', 'crash:'])(
  '%s is no choice: the clock jumps to a deadline or by milliseconds, and a fault strikes a task',
  (text) => {
    expect(() => parseSchedule(text)).toThrow(`Choice 1, "${text}", in schedule "${text}" is not a choice.`);
  },
);

test('white space around choices does not matter', () => {
  expect(parseSchedule('  w1\n w2\tcrash:w1 w1.2 ')).toEqual([
    { kind: 'step', task: 'w1' },
    { kind: 'step', task: 'w2' },
    { kind: 'fault', fault: 'crash', task: 'w1' },
    { kind: 'step', task: 'w1.2' },
  ]);
  expect(parseSchedule('')).toEqual([]);
});

test.each([
  ['w1 W2', 2, 'W2'],
  ['w1,w2', 1, 'w1,w2'],
  ['w1 melt:w2', 2, 'melt:w2'],
  ['crash:', 1, 'crash:'],
  ['w1 crash:w1:w2', 2, 'crash:w1:w2'],
  ['<b>', 1, '<b>'],
])('%j is refused at choice %i', (text, position, word) => {
  expect(() => parseSchedule(text)).toThrow(
    `Choice ${position}, "${word}", in schedule "${text}" is not a choice. ` +
      'Write a task such as w1, or a fault and its task such as crash:w1, with spaces between.',
  );
});

test('a very long wrong choice is quoted only in part', () => {
  const message = (() => {
    try {
      parseSchedule('x'.repeat(100_000).toUpperCase());
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  })();
  expect(message.length).toBeLessThan(400);
});

test('a fault is no switch of task', () => {
  // w1 → w2 and w2 → w1: two switches, whatever strikes in between.
  expect(countSwitches(parseSchedule('w1 w2 crash:w2 w1'))).toBe(2);
  expect(countFaults(parseSchedule('w1 w2 crash:w2 w1'))).toBe(1);
  expect(countSwitches([])).toBe(0);
});

test('fewest faults come first, then switches, then steps, then the order of tasks', () => {
  const schedules = ['w2 w1 w1 w2', 'w1 w2 w1 w2', 'w1 w2 w2 w1', 'crash:w1 w2', 'w1 w2 w2 w1 w1'];
  const sorted = schedules
    .map(parseSchedule)
    .sort((a, b) => compareSchedules(a, b, ['w1', 'w2']))
    .map(printSchedule);
  // 'w1 w2 w2 w1' and 'w2 w1 w1 w2' have 2 switches and 4 steps; w1 comes before w2 in the lab.
  expect(sorted).toEqual(['w1 w2 w2 w1', 'w2 w1 w1 w2', 'w1 w2 w2 w1 w1', 'w1 w2 w1 w2', 'crash:w1 w2']);
});
