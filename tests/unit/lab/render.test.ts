import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Code } from '../../../src/components/lab/Code.tsx';
import { Lanes } from '../../../src/components/lab/Lanes.tsx';
import { tracePrefix } from '../../../src/components/lab/lab-state.ts';
import RaceLab, { type RaceLabProps } from '../../../src/components/lab/RaceLab.tsx';
import type { Exploration } from '../../../src/engine/verdict.ts';
import { brokenTrace, lab, ready, traceOf } from './fixtures.ts';

const property = 'one-charge-per-order';
const exploration: Exploration = {
  lab: 'double-charge',
  handler: 'check-then-insert',
  scenario: 'two-at-once',
  verdict: { kind: 'broken', property },
  properties: {
    [property]: { kind: 'broken', broken: 1, schedule: 'w1 w2 w2 w1', end: null },
    'customer-is-charged': { kind: 'holds' },
  },
  schedules: { total: 2, broken: 1, run: 2 },
  states: 0,
  steps: 0,
  counterexample: null,
  tree: null,
  map: [
    { schedule: 'w1 w1 w2', broken: [] },
    { schedule: 'w1 w2 w2 w1', broken: [property] },
  ],
};
const draw = (length: number, extra: Partial<RaceLabProps> = {}) =>
  renderToStaticMarkup(
    createElement(RaceLab, {
      lab,
      scenario: 'two-at-once',
      handler: 'check-then-insert',
      schedule: '',
      trace: tracePrefix(brokenTrace, length),
      explorations: { 'two-at-once/check-then-insert': exploration },
      ...extra,
    }),
  );

test('the lab is readable on the server, before any engine', () => {
  const html = draw(4);
  expect(html).toContain('In 4 moments order-9 was charged twice');
  expect(html).toContain('in 1 of 2 schedules');
  expect(html).toContain('aria-label="w1 w2 w2 w1: broken"');
  expect(html).toContain('schedule=w1+w2+w2+w1');
});

test('the map is one tab stop', () => {
  expect(draw(0).match(/data-cell="" tabindex="0"|tabindex="0" data-cell=""/gi)).toHaveLength(1);
});

test('a step that may be chosen is a button; one that may not says why', () => {
  const html = draw(3);
  expect(html).toContain('aria-label="Let W1 move: INSERT"');
  expect(html).not.toContain('aria-label="Let W2 move');
  expect(html).toContain('not now: has finished');
});

test('lanes have as many rows as there are workers, from one to five', () => {
  for (const count of [1, 2, 3, 5]) {
    const tasks = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`w${index + 1}`, ready('SELECT', 3)]),
    );
    const html = renderToStaticMarkup(createElement(Lanes, { trace: traceOf(tasks, []) }));
    expect(html.match(/class="who /g)).toHaveLength(count);
    expect(html).toContain(`--lanes:${count}`);
  }
});

test('a prediction is asked before the first move, and what answers it is in the page for those without scripts', () => {
  const predict = { ask: 'What will W1 be told?', choices: ['201', '409'] };
  const html = draw(3, { predict });
  expect(html).toContain('class="lab veiled"');
  expect(html).toContain('What will W1 be told?');
  expect(html).toContain('shown once you have guessed or moved');
  expect(html).toContain('in 1 of 2 schedules');
  expect(draw(3)).not.toContain('veil');
});

test('of a very long line only the beginning is printed', () => {
  const source = `const a = '${'x'.repeat(11_989)}';`;
  const html = renderToStaticMarkup(createElement(Code, { source, label: 'A handler' }));
  expect(html).toContain('… 11,602 more');
  expect(html.length).toBeLessThan(1_000);
});
