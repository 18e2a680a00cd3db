import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('short-signature');
const strangers = ['forged', 'cut-short', 'empty', 'missing', 'accents'];

/** What one delivery is answered, and whether anything is built. */
function answered(handler: string, scenario: string) {
  const { moments } = replayLab(lab, 'w1', { handler, scenario });
  const end = moments.at(-1);
  return [end?.tasks['w1']?.end?.status, end?.tables['build']?.rows.length];
}

test('the example that GitHub publishes is accepted by every handler', () => {
  for (const handler of Object.keys(lab.variants)) expect(answered(handler, 'published')).toEqual([202, 1]);
});

test.each([
  // One delivery, so one schedule each: status and builds.
  ['compare-at-once', [401, 0], [500, 0], [500, 0], [500, 0], [500, 0]],
  ['as-much-as-came', [401, 0], [401, 0], [202, 1], [202, 1], [500, 0]],
  ['length-first', [401, 0], [401, 0], [401, 0], [401, 0], [500, 0]],
  ['plain-equals', [401, 0], [401, 0], [401, 0], [401, 0], [401, 0]],
  ['pattern-first', [401, 0], [401, 0], [401, 0], [401, 0], [401, 0]],
  ['hash-both', [401, 0], [401, 0], [401, 0], [401, 0], [401, 0]],
])('%s answers strangers in its way', (handler, ...answers) => {
  expect(strangers.map((scenario) => answered(handler, scenario))).toEqual(answers);
});

test('the comparison throws in line 7, with the words of Node', () => {
  const found = exploreLab(lab, { handler: 'compare-at-once', scenario: 'cut-short' });
  expect(found.schedules).toEqual({ total: 1, broken: 1, run: 1 });
  expect(found.properties['throws']).toMatchObject({
    kind: 'broken',
    broken: 1,
    schedule: 'w1',
    end: { detail: 'RangeError: Input buffers must have the same byte length', line: 7 },
  });
});

test('a count of letters is not a count of bytes', () => {
  // 71 letters, as there should be; é is two bytes in UTF-8, so 72 of these.
  const { end } = exploreLab(lab, { handler: 'length-first', scenario: 'accents' }).properties['throws'] as {
    end: { detail: string };
  };
  expect(end.detail).toBe('RangeError: Input buffers must have the same byte length');
});
