import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PartProps } from '../../../src/components/learn/answers.ts';
import { BreakIt } from '../../../src/components/learn/BreakIt.tsx';
import { crashTrace, shop } from '../lab/world-fixtures.ts';

const question = {
  kind: 'break-it',
  lab: shop,
  scenario: 'shop',
  handler: { name: 'check-then-insert', source: '', migration: '' },
  property: { id: 'one-charge-per-order', says: 'At most one charge per order.' },
  start: crashTrace,
  counterexample: '',
  why: '',
} as unknown as PartProps<'break-it'>['question'];

const html = renderToStaticMarkup(
  createElement(BreakIt, { question, order: [], draft: null, onDraft: () => undefined, given: null }),
);

test('a worker’s later attempt has its first one’s shape and colour', () => {
  // W1, W1.2, W2, W3: three workers, and the second button is the first one’s again.
  const buttons = [...html.matchAll(/class="btn (w\d)[^"]*"[^>]*><svg class="mk (w\d)/g)];
  expect(buttons.map(([, button, mark]) => [button, mark])).toEqual([
    ['w1', 'w1'],
    ['w1', 'w1'],
    ['w2', 'w2'],
    ['w3', 'w3'],
  ]);
});

test('the steps so far are marked as the buttons are', () => {
  const steps = [...html.matchAll(/<li><svg class="mk (w\d)[^>]*>.*?<b>(W[\d.]+)<\/b>/g)];
  expect(steps.map(([, mark, name]) => [mark, name])).toEqual([
    ['w1', 'W1'],
    ['w1', 'W1'],
    ['w1', 'W1.2'],
  ]);
});
