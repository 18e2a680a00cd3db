import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('key-saved-late');
const explored = (handler: string) => exploreLab(lab, { handler });

test('a key stored after the work lets 18 of 20 schedules buy two labels', () => {
  // Look, buy, store. Only if one has stored before the other looks does the other stop, after one
  // step: 2 schedules. Otherwise both make three: C(6, 3) = 20 less the 2 serial ones.
  const found = explored('save-after');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'one-label-per-parcel' });
  expect(found.schedules).toEqual({ total: 20, broken: 18, run: 20 });
  // The retry looks while the first has bought and not yet stored.
  expect(found.counterexample?.schedule).toBe('w1 w1 w2 w2 w2 w1');
});

test('to store it only if it is absent changes what is stored, not what is bought', () => {
  expect(explored('save-after-if-absent').schedules).toEqual({ total: 20, broken: 18, run: 20 });
});

test('a key stored before the work buys one label in all 12 schedules', () => {
  // Whoever stores first has two steps left, the other its attempt and its look: 2 · C(4, 2).
  expect(explored('save-before')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 12, broken: 0 },
  });
});
