import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('null-key');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('a NULL key is booked twice in both of the 2 schedules', () => {
  // One statement each, so two orders. NULL equals nothing, itself included: neither conflicts.
  const found = explored('nullable-key', 'without-a-key');
  expect(found.schedules).toEqual({ total: 2, broken: 2, run: 2 });
  expect(found.counterexample?.schedule).toBe('w1 w2');
  expect(found.properties['one-gift-per-donor']).toMatchObject({ kind: 'broken', broken: 2 });
});

test('an empty string in its place swallows the second donor, whoever comes second', () => {
  const found = explored('empty-string', 'two-donors');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'nobody-is-swallowed' });
  expect(found.schedules).toEqual({ total: 2, broken: 2, run: 2 });
});

test('INSERT OR IGNORE ignores the violation of NOT NULL too, and books nobody', () => {
  for (const [scenario, property] of [
    ['without-a-key', 'thanks-are-true'],
    ['two-donors', 'nobody-is-swallowed'],
  ] as const) {
    const found = explored('insert-or-ignore', scenario);
    expect(found.verdict).toEqual({ kind: 'broken', property });
    expect(found.schedules).toEqual({ total: 2, broken: 2, run: 2 });
  }
});

test('a key made by the server is another for each attempt', () => {
  const found = explored('key-made-here', 'without-a-key');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'one-gift-per-donor' });
  expect(found.schedules).toEqual({ total: 2, broken: 2, run: 2 });
});

test('with a key that is required, everything holds', () => {
  for (const scenario of ['without-a-key', 'two-donors', 'with-a-key']) {
    // With a key one statement each; without, a handler that makes no step has one choice.
    expect(explored('key-required', scenario)).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 2, broken: 0 },
    });
  }
});

test('where there is a key, every handler lets it in once', () => {
  for (const handler of Object.keys(lab.variants)) {
    expect(explored(handler, 'with-a-key')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 2, broken: 0 },
    });
  }
});
