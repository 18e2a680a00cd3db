import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('visibility-timeout');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('whoever holds a message for longer than the broker waits sends twice, though nothing went wrong', () => {
  // w1 has slept and sent; w2 is handed the message, need not wait, sends and acknowledges; then w1 does.
  for (const scenario of ['everybody-lives', 'one-may-die']) {
    expect(explored('wait-then-send', scenario)).toMatchObject({
      verdict: { kind: 'broken', property: 'one-reminder' },
      properties: { 'delivered-again': { kind: 'holds' } },
      counterexample: { schedule: 'w1 w1 w1 w2 w2 w2 w2 w1' },
    });
  }
});

test('the broker hands the message on while its first owner still sleeps: 14 of 15 schedules send twice', () => {
  // Delivery, sleep, send, acknowledge. From the minute on, which comes while w1 sleeps, the four steps of w2
  // meet the last two of w1: C(6, 2), of which one has acknowledged before w2 begins, and ends there.
  expect(explored('wait-then-send', 'everybody-lives')).toMatchObject({
    schedules: { total: 15, broken: 14 },
  });
});

test('a look before sending only narrows the gap: it closes when the note is written', () => {
  // w1 has slept and looked, and sends; w2 does all six steps; then w1 notes and acknowledges.
  expect(explored('look-before-sending', 'everybody-lives')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-reminder' },
    counterexample: { schedule: 'w1 w1 w1 w1 w2 w2 w2 w2 w2 w2 w1 w1' },
  });
});

test('a claim before sending holds while everybody lives, and loses the reminder of a dead worker', () => {
  expect(explored('claim-before-sending', 'everybody-lives')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { broken: 0 },
  });
  expect(explored('claim-before-sending', 'one-may-die')).toMatchObject({
    verdict: { kind: 'broken', property: 'no-reminder-is-lost' },
    properties: { 'one-reminder': { kind: 'holds' } },
    counterexample: { schedule: 'w1 w1 w1 crash:w1 w2 w2 w2 w2' },
  });
});

test('one e-mail under the message’s own id holds, dead or alive', () => {
  for (const scenario of ['everybody-lives', 'one-may-die']) {
    expect(explored('send-with-key', scenario)).toMatchObject({
      verdict: { kind: 'holds' },
      properties: { 'delivered-again': { kind: 'holds' } },
      schedules: { broken: 0 },
    });
  }
});
