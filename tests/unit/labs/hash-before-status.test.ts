import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('hash-before-status');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('with the status first, another body is told 409 in 6 of 12 schedules', () => {
  // Whoever claims first has two steps left, the other its claim and its look: C(4, 2) = 6, twice.
  // The look comes after the winner's last step in 3 of the 6; in the other 3 the key still runs.
  const found = explored('status-first', 'other-body');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'other-body-is-refused' });
  expect(found.schedules).toEqual({ total: 12, broken: 6, run: 12 });
  expect(found.counterexample?.schedule).toBe('w1 w1 w2 w2 w1');
});

test('with the fingerprint first, another body is told 422 in all 12', () => {
  expect(explored('fingerprint-first', 'other-body')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 12, broken: 0 },
  });
});

test('a retry with the same body is told 409 while the first runs, and its answer afterwards', () => {
  for (const handler of ['status-first', 'fingerprint-first']) {
    expect(explored(handler, 'same-body')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 12, broken: 0 },
    });
    const retry = (schedule: string) =>
      replayLab(lab, schedule, { handler, scenario: 'same-body' }).moments.at(-1)?.tasks.w2?.end;
    expect(retry('w1 w2 w2 w1 w1')).toMatchObject({ status: 409 });
    expect(retry('w1 w1 w1 w2 w2')).toMatchObject({ status: 201, body: '{"nights":2}' });
  }
});
