import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PrefixMap } from '../../../src/components/lab/PrefixMap.tsx';
import {
  breakWords,
  nodeAt,
  onTheWay,
  openAtFirst,
  treeMove,
  visibleNodes,
} from '../../../src/components/lab/prefix-tree.ts';
import type { PrefixTree } from '../../../src/engine/verdict.ts';

const leaf = (choice: string, total: number, broken: number, cut = false): PrefixTree => ({
  choice,
  total,
  broken,
  children: [],
  cut,
});
/** 7,560 schedules: 5,000 begin with W1, of which 4,000 go on with W2. */
const tree: PrefixTree = {
  choice: null,
  total: 7560,
  broken: 1204,
  cut: false,
  children: [
    {
      choice: 'w1',
      total: 5000,
      broken: 1204,
      cut: false,
      children: [leaf('w1', 1000, 0), leaf('w2', 4000, 1204, true)],
    },
    leaf('w2', 2400, 0, true),
    leaf('crash:w1', 160, 160),
  ],
};
const paths = (open: string[]) => visibleNodes(tree, new Set(open)).map(({ path }) => path);

test('counts are exact and said as people say them', () => {
  expect(breakWords(7560, 1204)).toBe('1,204 of 7,560 break it');
  expect(breakWords(7560, 1)).toBe('1 of 7,560 breaks it');
  expect(breakWords(7560, 0)).toBe('none of 7,560 breaks it');
  expect(breakWords(160, 160)).toBe('all 160 break it');
  expect([breakWords(1, 0), breakWords(1, 1)]).toEqual(['it holds', 'it breaks']);
  expect(breakWords('90071992547409930', '1204')).toBe('1,204 of 90,071,992,547,409,930 break it');
});

test('only what lies beneath open nodes is to be seen', () => {
  expect(paths([])).toEqual(['']);
  expect(paths([''])).toEqual(['', 'w1', 'w2', 'crash:w1']);
  expect(paths(['', 'w1'])).toEqual(['', 'w1', 'w1 w1', 'w1 w2', 'w2', 'crash:w1']);
});

test('at first the map is open where a tenth of all schedules goes, and on the way that was chosen', () => {
  // 160 of 7,560 are less than a tenth.
  expect([...openAtFirst(tree, [], 2)]).toEqual(['', 'w1', 'w2']);
  expect([...openAtFirst(tree, ['crash:w1'], 1)]).toEqual(['', 'crash:w1']);
});

test('arrow keys walk the tree as WAI-ARIA says', () => {
  const move = (key: string, path: string, open: string[], horizontal = false) =>
    treeMove(key, path, tree, new Set(open), horizontal);
  expect(move('ArrowDown', 'w1', [''])).toEqual({ kind: 'focus', path: 'w2' });
  expect(move('ArrowUp', 'w1', [''])).toEqual({ kind: 'focus', path: '' });
  expect(move('ArrowRight', 'w1', [''])).toEqual({ kind: 'open', path: 'w1' });
  expect(move('ArrowRight', 'w1', ['', 'w1'])).toEqual({ kind: 'focus', path: 'w1 w1' });
  expect(move('ArrowRight', 'crash:w1', [''])).toBeNull();
  expect(move('ArrowLeft', 'w1', ['', 'w1'])).toEqual({ kind: 'close', path: 'w1' });
  expect(move('ArrowLeft', 'w1', [''])).toEqual({ kind: 'focus', path: '' });
  expect(move('ArrowLeft', '', [''])).toBeNull();
  expect(move('Home', 'w2', [''])).toEqual({ kind: 'focus', path: '' });
  expect(move('End', '', [''])).toEqual({ kind: 'focus', path: 'crash:w1' });
  expect(move('x', '', [''])).toBeNull();
});

test('where depth runs down, down goes deeper and right goes on', () => {
  const open = new Set(['', 'w1']);
  expect(treeMove('ArrowDown', 'w1', tree, open, true)).toEqual({ kind: 'focus', path: 'w1 w1' });
  expect(treeMove('ArrowUp', 'w1 w1', tree, open, true)).toEqual({ kind: 'focus', path: 'w1' });
  expect(treeMove('ArrowRight', 'w1 w2', tree, open, true)).toEqual({ kind: 'focus', path: 'w2' });
  expect(treeMove('ArrowLeft', 'w2', tree, open, true)).toEqual({ kind: 'focus', path: 'w1 w2' });
});

test('choices lead to the deepest node that is listed, and rule the others out', () => {
  expect(nodeAt(tree, [])).toBe('');
  expect(nodeAt(tree, ['w1', 'w2', 'w1'])).toBe('w1 w2');
  expect(onTheWay('w1', 'w1 w2')).toBe(true);
  expect(onTheWay('w1 w2', 'w1')).toBe(true);
  expect(onTheWay('w2', 'w1')).toBe(false);
  expect(onTheWay('w1.2', 'w1')).toBe(false);
});

test('the map is a tree with one tab stop, and each item says its counts', () => {
  const html = renderToStaticMarkup(createElement(PrefixMap, { tree, tasks: ['w1', 'w2'], chosen: ['w1'] }));
  expect(html.match(/tabindex="0"/g)).toHaveLength(1);
  expect(html).toContain('role="tree"');
  expect(html).toContain('aria-label="Every schedule: 1,204 of 7,560 break it"');
  expect(html).toContain('aria-label="Crash W1: all 160 break it"');
  expect(html).toContain('aria-label="W2: 1,204 of 4,000 break it; what follows is not listed"');
  expect(html).toMatch(/aria-level="2" aria-expanded="true" aria-selected="true" aria-label="W1:/);
});
