import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('job-before-commit');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('a job published inside the transaction writes the old time in 3 of 5 schedules', () => {
  // BEGIN, update, publish; then COMMIT comes before the four steps of the worker (delivery, look, send,
  // acknowledge), or after one of them. It is in time before the look.
  expect(explored('publish-inside', 'idle-worker').map).toEqual([
    { schedule: 'w1 w1 w1 w1 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 w2 w1 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 w2 w2 w1 w2 w2', broken: ['mira-is-told-the-truth'] },
    { schedule: 'w1 w1 w1 w2 w2 w2 w1 w2', broken: ['mira-is-told-the-truth'] },
    { schedule: 'w1 w1 w1 w2 w2 w2 w2 w1', broken: ['mira-is-told-the-truth'] },
  ]);
});

test('five seconds of patience add a schedule, and take none of the three away', () => {
  // The worker has five steps now: it waits after the delivery. COMMIT is in time before the first three.
  expect(explored('wait-five-seconds', 'idle-worker')).toMatchObject({
    verdict: { kind: 'broken', property: 'mira-is-told-the-truth' },
    schedules: { total: 6, broken: 3 },
    counterexample: { schedule: 'w1 w1 w1 w2 w2 w2 w2 w2 w1' },
  });
});

test('a job published after the commit is lost with a server that dies in between', () => {
  expect(explored('publish-after-commit', 'idle-worker').map).toEqual([
    { schedule: 'w1 w1 w1 w1 w2 w2 w2 w2', broken: [] },
  ]);
  // The server dies in one of five places, or a worker after one of its four steps, or nobody.
  expect(explored('publish-after-commit', 'dies')).toMatchObject({
    verdict: { kind: 'broken', property: 'a-change-is-announced' },
    properties: { 'mira-is-told-the-truth': { kind: 'holds' } },
    schedules: { total: 10, broken: 1 },
    counterexample: { schedule: 'w1 w1 w1 crash:w1' },
  });
});

test('a job that says which version it is about is handed back until the version is there', () => {
  expect(explored('say-which-version', 'idle-worker').map).toEqual([
    { schedule: 'w1 w1 w1 w1 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 w2 w1 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 w2 w2 w1 w2 w3 w3 w3 w3', broken: [] },
    { schedule: 'w1 w1 w1 w2 w2 w2 w1 w3 w3 w3 w3', broken: [] },
  ]);
  expect(explored('say-which-version', 'dies')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { broken: 0 },
  });
});
