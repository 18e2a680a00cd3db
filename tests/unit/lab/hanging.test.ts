import { expect, test } from 'vitest';
import { stepOf } from '../../../src/components/lab/hanging.ts';

test('a line hangs by the steps of two spaces it is indented by, and by eight at most', () => {
  expect(stepOf('return;')).toBe(0);
  expect(stepOf('  return;')).toBe(1);
  // Half a step is none.
  expect(stepOf('   return;')).toBe(1);
  expect(stepOf(`${' '.repeat(16)}return;`)).toBe(8);
  expect(stepOf(`${' '.repeat(40)}return;`)).toBe(8);
});
