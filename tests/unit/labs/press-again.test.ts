import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('press-again');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('of three ways in which it can go, Ines hears nothing in two, and has paid in one of these', () => {
  // One statement. Nothing is lost, or the answer is, or the request.
  for (const handler of ['write-it-down', 'read-the-label']) {
    const found = explored(handler, 'leaves-it');
    expect(found.map).toEqual([
      { schedule: 'w1', broken: [] },
      { schedule: 'w1 loseResponse:w1', broken: [] },
      { schedule: 'loseRequest:w1', broken: ['the-fee-is-paid'] },
    ]);
    expect(found.properties).toMatchObject({
      'silent-and-paid': { kind: 'holds' },
      'silent-and-unpaid': { kind: 'holds' },
    });
  }
});

test('who presses again always pays, and pays twice in 1 of 5 schedules', () => {
  // Answered at once: 1. Else each kind of loss is spent at most once: after a lost answer the second
  // request may be lost, after a lost request the second answer: 2 each.
  expect(explored('write-it-down', 'presses-again').map).toEqual([
    { schedule: 'w1', broken: [] },
    { schedule: 'w1 loseResponse:w1 w1.2', broken: ['nobody-pays-twice'] },
    { schedule: 'w1 loseResponse:w1 loseRequest:w1.2', broken: [] },
    { schedule: 'loseRequest:w1 w1.2', broken: [] },
    { schedule: 'loseRequest:w1 w1.2 loseResponse:w1.2', broken: [] },
  ]);
});

test('who presses again while it is only slow pays twice without any fault, in both orders', () => {
  expect(explored('write-it-down', 'only-slow')).toMatchObject({
    verdict: { kind: 'broken', property: 'nobody-pays-twice' },
    schedules: { total: 2, broken: 2 },
    counterexample: { schedule: 'w1 w2' },
  });
});

test('a server that reads the label holds wherever somebody presses again', () => {
  for (const [scenario, total] of [
    ['presses-again', 5],
    ['only-slow', 2],
  ] as const) {
    expect(explored('read-the-label', scenario)).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total, broken: 0 },
    });
  }
});
