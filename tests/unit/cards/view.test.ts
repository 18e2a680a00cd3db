import { expect, test } from 'vitest';
import { tintOf } from '../../../src/cards/view.ts';

test('a named tint is the token of that name', () => {
  expect([tintOf('4'), tintOf('sky')]).toEqual(['var(--tint-4)', 'var(--tint-sky)']);
});

test('a reader’s colour is thinned until ink can be read on it, in both themes', () => {
  // #cae4f2 has a luminance of 0.74; #000080 has 0.016.
  expect(tintOf('#cae4f2')).toBe('light-dark(#cae4f2, color-mix(in oklab, #cae4f2 25%, #13161b))');
  expect(tintOf('#000080')).toBe(
    'light-dark(color-mix(in oklab, #000080 25%, #ffffff), color-mix(in oklab, #000080 25%, #13161b))',
  );
});
