import { describe, expect, test } from 'vitest';
import { grade, markOf } from '../../../src/checkpoints/grade.ts';
import { digest, scrambled, shuffled } from '../../../src/checkpoints/seeded.ts';
import { answerOf, momentBefore } from '../../../src/checkpoints/trace.ts';
import { questions, traceOf } from './fixtures.ts';

describe('an answer is right', () => {
  test('single: when it is the right option', () => {
    expect([0, 1, 2, 3].map((option) => grade(questions.single, { kind: 'single', option }))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  test('multiple: when every right option is chosen and no other', () => {
    const marked = (options: number[]) => grade(questions.multiple, { kind: 'multiple', options });
    expect(marked([1, 3])).toBe(true);
    expect(marked([3, 1])).toBe(true);
    expect(marked([1])).toBe(false);
    expect(marked([1, 2, 3])).toBe(false);
    expect(marked([])).toBe(false);
  });

  test('predict: when it is what the run gave', () => {
    expect(grade(questions.predict, { kind: 'predict', option: 1 })).toBe(true);
    expect(grade(questions.predict, { kind: 'predict', option: 0 })).toBe(false);
  });

  test('order: when every step stands in its place', () => {
    expect(grade(questions.order, { kind: 'order', order: [0, 1, 2] })).toBe(true);
    expect(grade(questions.order, { kind: 'order', order: [0, 2, 1] })).toBe(false);
    expect(grade(questions.order, { kind: 'order', order: [0, 1] })).toBe(false);
  });

  test('spot the line: when it is one of the right lines', () => {
    expect([1, 2, 3].map((line) => grade(questions['spot-line'], { kind: 'spot-line', line }))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('break it: when the replayed schedule has broken that property', () => {
    const marked = (broken: string[]) =>
      grade(questions['break-it'], { kind: 'break-it', schedule: 'w1' }, traceOf('w1', [{}, { broken }]));
    expect(marked(['one-charge-per-order'])).toBe(true);
    expect(marked(['customer-is-charged'])).toBe(false);
    expect(marked([])).toBe(false);
  });

  test('break it: a schedule that nobody has replayed is not right', () => {
    expect(grade(questions['break-it'], { kind: 'break-it', schedule: 'w1 w2 w2 w1' })).toBe(false);
  });

  test('an answer of another kind is not right', () => {
    for (const question of Object.values(questions)) {
      const other =
        question.kind === 'single'
          ? ({ kind: 'predict', option: 1 } as const)
          : ({ kind: 'single', option: 1 } as const);
      expect(grade(question, other, traceOf('', [{}]))).toBe(false);
    }
  });
});

test('an option is marked by whether it is right and whether it was chosen', () => {
  expect([markOf(true, true), markOf(false, true), markOf(true, false), markOf(false, false)]).toEqual([
    'chosen-right',
    'chosen-wrong',
    'right',
    'left',
  ]);
});

describe('what a question asks of a run', () => {
  const trace = traceOf('w1 w2 w2 w1', [
    { total: 0 },
    { rows: 1, total: 1000 },
    { rows: 1, total: 1000 },
    { rows: 1, total: 1000, ends: { w2: 409 } },
    { rows: 1, total: 1000, ends: { w1: 201, w2: 409 }, parked: [] },
  ]);

  test('is computed from its last moment', () => {
    expect(answerOf(trace, { status: 'w2' })).toBe('409');
    expect(answerOf(trace, { outcome: 'w1' })).toBe('answered');
    expect(answerOf(trace, { rows: 'charge' })).toBe('1');
    expect(answerOf(trace, { total: true })).toBe('1000');
    expect(answerOf(trace, { parked: 'w1' })).toBe('no');
    expect(answerOf(traceOf('w1', [{}, { parked: ['w1'] }]), { parked: 'w1' })).toBe('yes');
  });

  test('a worker that has not finished has no status and is unfinished', () => {
    const early = traceOf('w1', [{}, {}]);
    expect(answerOf(early, { status: 'w1' })).toBe('none');
    expect(answerOf(early, { outcome: 'w1' })).toBe('unfinished');
  });

  test('a worker, table or track that the lab does not have gives null', () => {
    expect(answerOf(trace, { status: 'w9' })).toBeNull();
    expect(answerOf(trace, { rows: 'refund' })).toBeNull();
    expect(answerOf(traceOf('w1', [{}, {}]), { total: true })).toBeNull();
  });

  test('is settled after the last moment at which it was still another', () => {
    expect(momentBefore(trace, { status: 'w2' })).toBe(2);
    expect(momentBefore(trace, { status: 'w1' })).toBe(3);
    expect(momentBefore(trace, { rows: 'charge' })).toBe(0);
  });

  test('an answer that never changes leaves the last moment hidden', () => {
    expect(momentBefore(trace, { parked: 'w1' })).toBe(3);
    expect(momentBefore(traceOf('', [{}]), { parked: 'w1' })).toBe(0);
  });
});

describe('seeded shuffles', () => {
  test('depend on the seed alone', () => {
    expect(shuffled(4, 'races/1/q')).toEqual(shuffled(4, 'races/1/q'));
    const orders = new Set(
      Array.from({ length: 40 }, (_, index) => shuffled(4, `races/${index}/q`).join('')),
    );
    expect(orders.size).toBeGreaterThan(10);
  });

  test('hold every number once', () => {
    for (let count = 0; count < 9; count += 1) {
      expect(shuffled(count, `seed ${count}`).toSorted()).toEqual(
        Array.from({ length: count }, (_, index) => index),
      );
    }
  });

  test('every order of three comes up about equally often', () => {
    const seen: Record<string, number> = {};
    for (let index = 0; index < 6000; index += 1) {
      const order = shuffled(3, `seed ${index}`).join('');
      seen[order] = (seen[order] ?? 0) + 1;
    }
    expect(Object.keys(seen)).toHaveLength(6);
    for (const times of Object.values(seen)) expect(Math.abs(times - 1000)).toBeLessThan(150);
  });

  test('scrambled steps never stand in their order', () => {
    for (let index = 0; index < 200; index += 1) expect(scrambled(3, `seed ${index}`)).not.toEqual([0, 1, 2]);
  });

  test('the digest is FNV-1a', () => {
    // Published vectors of the 32-bit hash.
    expect([digest(''), digest('a'), digest('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });
});
