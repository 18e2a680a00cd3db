/** An instructor's seed changes names and amounts, and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { varied } from '../../../src/grading/vary.ts';
import { loadLabs } from '../../../src/labs/load.ts';
import { exploreLab, loadLab } from '../engine/support.ts';

const doubleCharge = loadLab('double-charge');

test('seed 0 is the lab as it is written', () => {
  expect(varied(doubleCharge, 0)).toBe(doubleCharge);
});

test('every task, row and property speaks of the same other order and amount', () => {
  const { scenarios, properties } = varied(doubleCharge, 7);
  const bodies = Object.values(scenarios['two-at-once']?.tasks ?? {}).map(({ request }) => request?.body);
  const [first, second] = bodies as { orderId: string; cents: number }[];
  expect(first).toEqual(second);
  expect(first?.orderId).toMatch(/^order-[1-9]\d{3}$/);
  expect(first?.orderId).not.toBe('order-9');
  expect(String(first?.cents)).toMatch(/^[1-9]\d{3}$/);
  expect(first?.cents).not.toBe(1000);
  expect(Object.keys(properties)).toEqual(Object.keys(doubleCharge.properties));
});

test('part of a word or of a number is left alone', () => {
  const lab = {
    ...doubleCharge,
    vary: { orderId: ['order-9'], cents: [10] },
    schema: "INSERT INTO t VALUES ('order-9', 10, 'order-91', 100, 1.10, 'order-9-late', 10.5, -10, 'w10');",
  };
  const { schema } = varied(lab, 3);
  const values = /\((.*)\)/.exec(schema)?.[1]?.split(', ') ?? [];
  expect(values.slice(2)).toEqual(["'order-91'", '100', '1.10', "'order-9-late'", '10.5', '-10', "'w10'"]);
  expect(values[0]).not.toBe("'order-9'");
  expect(values[1]).not.toBe('10');
});

test('different values stay different under every seed', () => {
  const lab = { ...doubleCharge, vary: { all: ['a-1', 'a-2', 'b', 5, 50, 55] }, schema: 'a-1 a-2 b 5 50 55' };
  fc.assert(
    fc.property(fc.nat(1_000_000_000), (seed) => {
      expect(new Set(varied(lab, seed).schema.split(' ')).size).toBe(6);
      expect(varied(lab, seed)).toEqual(varied(lab, seed));
    }),
  );
});

const cases = loadLabs().flatMap((lab) =>
  Object.keys(lab.variants).flatMap((handler) =>
    Object.keys(lab.scenarios).map((scenario) => ({ lab, handler, scenario })),
  ),
);
test.each(cases)('$lab.id, $scenario, $handler: no verdict and no count depends on the seed', (each) => {
  const { lab, handler, scenario } = each;
  const essence = (seed: number) => {
    const { verdict, properties, schedules } = exploreLab(varied(lab, seed), { handler, scenario });
    const kinds = Object.fromEntries(
      Object.entries(properties).map(([id, found]) => [
        id,
        found.kind === 'broken'
          ? { kind: found.kind, broken: found.broken, schedule: found.schedule }
          : found,
      ]),
    );
    return { verdict, kinds, schedules };
  };
  expect(essence(7)).toEqual(essence(0));
});
