import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('unscoped-key');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });
// BEGIN IMMEDIATE, SELECT, two INSERTs, COMMIT. Whoever begins second may ask for the lock before any
// of the first one's four other steps, and wait, or after them: 2 · 5 schedules, in each of which one
// request is over before the other looks. So what breaks, breaks in all.

test('a key that belongs to nobody shows one person what the other wrote', () => {
  const found = explored('key-alone', 'two-people');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'everybody-sees-their-own' });
  expect(found.schedules).toEqual({ total: 10, broken: 10, run: 10 });
  expect(found.counterexample?.schedule).toBe('w1 w1 w1 w1 w1 w2 w2 w2');
  const { moments } = replayLab(lab, found.counterexample?.schedule ?? '', {
    handler: 'key-alone',
    scenario: 'two-people',
  });
  expect(moments.at(-1)?.tasks.w2?.end).toMatchObject({
    status: 201,
    body: '{"owner":"ines","text":"Rain again"}',
  });
});

test('a fingerprint with the user in it shows nothing, and turns the second person away', () => {
  const found = explored('user-in-fingerprint', 'two-people');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'everybody-is-served' });
  expect(found.schedules).toEqual({ total: 10, broken: 10, run: 10 });
  expect(found.properties['everybody-sees-their-own']).toEqual({ kind: 'holds' });
});

test('a key that belongs to a user serves both', () => {
  expect(explored('user-and-key', 'two-people')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 10, broken: 0 },
  });
});

test('a retry by the same person is one note, whoever owns the key', () => {
  for (const handler of Object.keys(lab.variants)) {
    expect(explored(handler, 'one-person-twice')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 10, broken: 0 },
    });
  }
});
