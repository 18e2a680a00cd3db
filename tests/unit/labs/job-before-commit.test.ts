import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('job-before-commit');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('a job published inside the transaction writes the old time in 3 of 4 schedules', () => {
  // BEGIN, update, publish; then COMMIT comes before the three steps of the worker, or after one of them.
  expect(explored('publish-inside', 'idle-worker').map).toEqual([
    { schedule: 'w1 w1 w1 w1 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 w2 w1 w2 w2', broken: ['mira-is-told-the-truth'] },
    { schedule: 'w1 w1 w1 w2 w2 w1 w2', broken: ['mira-is-told-the-truth'] },
    { schedule: 'w1 w1 w1 w2 w2 w2 w1', broken: ['mira-is-told-the-truth'] },
  ]);
});

test('five seconds of patience add a schedule, and take none of the three away', () => {
  // The worker has four steps now; COMMIT is in time before the first two.
  expect(explored('wait-five-seconds', 'idle-worker')).toMatchObject({
    verdict: { kind: 'broken', property: 'mira-is-told-the-truth' },
    schedules: { total: 5, broken: 3 },
    counterexample: { schedule: 'w1 w1 w1 w2 w2 w2 w2 w1' },
  });
});

test('a job published after the commit is lost with a server that dies in between', () => {
  expect(explored('publish-after-commit', 'idle-worker').map).toEqual([
    { schedule: 'w1 w1 w1 w1 w2 w2 w2', broken: [] },
  ]);
  // The server dies in one of five places, or a worker in one of three, or nobody.
  expect(explored('publish-after-commit', 'dies')).toMatchObject({
    verdict: { kind: 'broken', property: 'a-change-is-announced' },
    properties: { 'mira-is-told-the-truth': { kind: 'holds' } },
    schedules: { total: 9, broken: 1 },
    counterexample: { schedule: 'w1 w1 w1 crash:w1' },
  });
});

test('a job that says which version it is about is handed back until the version is there', () => {
  expect(explored('say-which-version', 'idle-worker').map).toEqual([
    { schedule: 'w1 w1 w1 w1 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 w2 w1 w2 w3 w3 w3', broken: [] },
    { schedule: 'w1 w1 w1 w2 w2 w1 w3 w3 w3', broken: [] },
  ]);
  expect(explored('say-which-version', 'dies')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { broken: 0 },
  });
});
