import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('redelivered-message');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('naive charges again for whichever message comes again: in 10 of 11 schedules', () => {
  // One step each, in a row. m1 is sent again after w1, w2 or w3, and arrives there or later: 3 + 2 + 1.
  // m2: 2 + 1. m3: 1. None: 1.
  expect(explored('naive', 'any-comes-again')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge-per-message' },
    schedules: { total: 11, broken: 10 },
    counterexample: { schedule: 'w1 redeliver:w1 w1.2 w2 w3' },
  });
  // m2 and m2 again, in 2 orders.
  expect(explored('naive', 'redelivered')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge-per-message' },
    schedules: { total: 2, broken: 2 },
    counterexample: { schedule: 'w1 w2 w3 w4' },
  });
});

test('the key table charges each message once, whichever comes again and whenever', () => {
  expect(explored('key-table', 'any-comes-again')).toMatchObject({
    verdict: { kind: 'holds' },
    properties: { 'one-charge-per-message': { kind: 'holds' }, 'every-order-is-charged': { kind: 'holds' } },
    schedules: { broken: 0 },
  });
  // BEGIN, look, charge, note, COMMIT. Of the two with m2, the second asks for the lock before any of the
  // first one's other four steps, and waits, or after them: 2 · 5.
  expect(explored('key-table', 'redelivered')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 10, broken: 0 },
  });
});
