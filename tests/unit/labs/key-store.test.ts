import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('key-store');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });
const answers = (handler: string, scenario: string, schedule: string) => {
  const last = replayLab(lab, schedule, { handler, scenario }).moments.at(-1);
  return Object.values(last?.tasks ?? {}).map(({ end }) => [end?.status, end?.body]);
};

test('one after the other there is one schedule, and each of six requests has its answer', () => {
  // Forget, claim, then BEGIN, pay, store, COMMIT; whoever finds the key forgets, claims and looks.
  const first = 'w1 w1 w1 w1 w1 w1';
  for (const handler of ['key-table', 'key-and-constraint']) {
    for (const scenario of ['retry-after', 'other-body-after', 'declined', 'no-key']) {
      expect(explored(handler, scenario)).toMatchObject({
        verdict: { kind: 'holds' },
        schedules: { total: 1, broken: 0 },
      });
    }
    const [request, retry] = answers(handler, 'retry-after', `${first} w2 w2 w2`);
    expect(request?.[0]).toBe(201);
    expect(request?.[1]).toMatch(/^\{"receipt":"[0-9a-f-]{36}","paid":4000\}$/);
    expect(retry).toEqual(request);
    expect(answers(handler, 'other-body-after', `${first} w2 w2 w2`)[1]).toEqual([
      422,
      '{"error":"another body"}',
    ]);
    // A declined payment is one step shorter.
    expect(answers(handler, 'declined', 'w1 w1 w1 w1 w1 w2 w2 w2')).toEqual([
      [402, '{"error":"declined"}'],
      [402, '{"error":"declined"}'],
    ]);
    expect(answers(handler, 'no-key', 'w1')).toEqual([[400, '{"error":"send an Idempotency-Key"}']]);
    // After the claim, and before the answer is stored.
    expect(answers(handler, 'retry-during', 'w1 w1 w2 w2 w2 w1 w1 w1 w1')[1]).toEqual([
      409,
      '{"error":"still running"}',
    ]);
    expect(answers(handler, 'other-body-during', 'w1 w1 w2 w2 w2 w1 w1 w1 w1')[1]).toEqual([
      422,
      '{"error":"another body"}',
    ]);
  }
});

test('a retry during the first holds in 62 schedules, and so does another body', () => {
  // Say w1 claims first. Its BEGIN takes the write lock until its COMMIT, and whoever would write then
  // asks once, waits, and asks again after it. w2 forgets in one of the 3 places before BEGIN. Then it
  // claims before BEGIN, and looks in any of 5 places; or it asks for the claim in one of the 3 places
  // under the lock; or it claims after COMMIT: 3 · (5 + 3 + 1) = 27. Or it asks to forget under the
  // lock in one of 3 places, or forgets after COMMIT: 4. 2 · (27 + 4).
  for (const handler of ['key-table', 'key-and-constraint']) {
    for (const scenario of ['retry-during', 'other-body-during']) {
      expect(explored(handler, scenario)).toMatchObject({
        verdict: { kind: 'holds' },
        schedules: { total: 62, broken: 0 },
      });
    }
  }
});

test('two firms with one key are served apart in 80 schedules', () => {
  // Say w1 begins first. w2 forgets and claims in the 3 places before, in order: 6, and asks for the
  // lock under it in 3 places or after COMMIT: 6 · 4. Or it has only forgotten by then: 3 · 4. Or not
  // even that: 4. 2 · (24 + 12 + 4).
  for (const handler of ['key-table', 'key-and-constraint']) {
    expect(explored(handler, 'other-tenant')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 80, broken: 0 },
    });
  }
});

test('a store that says "already used" never says what the first was told', () => {
  // Forget, claim, pay; forget, claim. w1 claims first in 7 of C(5, 2) = 10 shuffles: w2 has forgotten
  // and claimed before it in C(3, 1) = 3. 2 · 7, and no retry hears the answer in any of them.
  expect(explored('already-used', 'retry-during')).toMatchObject({
    verdict: { kind: 'vacuous', property: 'an-answer-is-replayed' },
    schedules: { total: 14, broken: 0 },
  });
  expect(explored('already-used', 'other-body-during').schedules).toEqual({
    total: 14,
    broken: 14,
    run: 14,
  });
  for (const [scenario, property, schedule] of [
    ['retry-after', 'same-answer', 'w1 w1 w1 w2 w2'],
    ['declined', 'same-answer', 'w1 w1 w2 w2'],
    ['other-body-after', 'other-body-is-refused', 'w1 w1 w1 w2 w2'],
  ] as const) {
    expect(explored('already-used', scenario)).toMatchObject({
      verdict: { kind: 'broken', property },
      schedules: { total: 1, broken: 1 },
      counterexample: { schedule },
    });
  }
  expect(explored('already-used', 'no-key').verdict).toEqual({ kind: 'holds' });
  // Three steps each, and nobody waits.
  expect(explored('already-used', 'other-tenant').schedules).toEqual({ total: 20, broken: 0, run: 20 });
});

test('once the key is forgotten, only the constraint knows that the invoice is paid', () => {
  // There is a deadline from the claim on. The clock may pass it after any of w1's last five steps,
  // and w2 forgets the key; or after w2 has forgotten, or claimed; or not at all: 8.
  const found = explored('key-table', 'late-retry');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'paid-once' });
  expect(found.schedules).toEqual({ total: 8, broken: 5, run: 8 });
  expect(found.counterexample?.schedule).toBe('w1 w1 w1 w1 w1 w1 clockJump:deadline w2 w2 w2 w2 w2 w2');
  expect(explored('key-and-constraint', 'late-retry')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 8, broken: 0 },
  });
  const [first, late] = answers(
    'key-and-constraint',
    'late-retry',
    'w1 w1 w1 w1 w1 w1 clockJump:deadline w2 w2 w2 w2 w2 w2 w2',
  );
  expect(late).toEqual([200, first?.[1]]);
});

test('a store that keeps no answer leaves a late retry without one even in time', () => {
  // After the claim, after the payment, after w2 has forgotten, or never: 4. In the first two w2 pays
  // again; in the others it is told "already used".
  const found = explored('already-used', 'late-retry');
  expect(found.schedules).toEqual({ total: 4, broken: 4, run: 4 });
  expect(found.properties['paid-once']).toMatchObject({ kind: 'broken', broken: 2 });
  expect(found.properties['late-retry-hears-of-it']).toMatchObject({ kind: 'broken', broken: 2 });
});
