/** Walking the tree of prefixes that stands for a map too large to draw. A node's path is its choices. */
import type { Count, PrefixTree } from '../../engine/verdict.ts';
import { formatCount } from './words.ts';

export interface PrefixNode {
  /** Choices from the start, with spaces between; empty at the root. */
  path: string;
  tree: PrefixTree;
  /** From 1, at the root. */
  level: number;
  /** Path of its parent; null at the root. */
  parent: string | null;
}

function pathOf(parent: string, choice: string | null): string {
  return [parent, choice ?? ''].join(' ').trim();
}

/** Nodes that are to be seen, parents before children: those beneath an open node. */
export function visibleNodes(root: PrefixTree, open: ReadonlySet<string>): PrefixNode[] {
  const nodes: PrefixNode[] = [];
  const visit = (tree: PrefixTree, parent: string | null, level: number) => {
    const path = pathOf(parent ?? '', tree.choice);
    nodes.push({ path, tree, level, parent });
    if (open.has(path)) for (const child of tree.children) visit(child, path, level + 1);
  };
  visit(root, null, 1);
  return nodes;
}

const openShare = 0.1;

/** Open at first: where a good part of all schedules goes, and the way to the choices made so far. */
export function openAtFirst(root: PrefixTree, chosen: readonly string[], levels: number): Set<string> {
  const open = new Set(['']);
  const visit = (tree: PrefixTree, path: string, level: number) => {
    if (level > levels || shareOf(tree.total, root.total) < openShare) return;
    open.add(path);
    for (const child of tree.children) visit(child, pathOf(path, child.choice), level + 1);
  };
  visit(root, '', 1);
  for (let length = 1; length <= chosen.length; length += 1) open.add(chosen.slice(0, length).join(' '));
  return open;
}

/** "1,204 of 7,560 break it" */
export function breakWords(total: Count, broken: Count): string {
  const all = formatCount(total);
  if (String(broken) === '0') return String(total) === '1' ? 'it holds' : `none of ${all} breaks it`;
  if (String(broken) === String(total)) return String(total) === '1' ? 'it breaks' : `all ${all} break it`;
  return `${formatCount(broken)} of ${all} ${String(broken) === '1' ? 'breaks' : 'break'} it`;
}

/** From 0 to 1; exact enough for a width. */
export function shareOf(part: Count, whole: Count): number {
  const share = Number(part) / Number(whole);
  return Number.isFinite(share) ? share : 0;
}

/** Whether one of two schedules begins with the other. */
export function onTheWay(path: string, chosen: string): boolean {
  return begins(path, chosen) || begins(chosen, path);
}

function begins(schedule: string, prefix: string): boolean {
  return prefix === '' || schedule === prefix || schedule.startsWith(`${prefix} `);
}

/** The deepest node that the choices made so far lead to. */
export function nodeAt(root: PrefixTree, chosen: readonly string[]): string {
  let tree: PrefixTree | undefined = root;
  let path = '';
  for (const choice of chosen) {
    tree = tree?.children.find((child) => child.choice === choice);
    if (!tree) break;
    path = pathOf(path, choice);
  }
  return path;
}

export type TreeMove = { kind: 'focus'; path: string } | { kind: 'open' | 'close'; path: string };

/**
 * What an arrow key does, as WAI-ARIA describes a tree: right opens a node or goes to its first
 * child, left closes it or goes to its parent, up and down walk what is to be seen. Where depth
 * runs downwards the two pairs change places.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/treeview/
 */
export function treeMove(
  key: string,
  path: string,
  root: PrefixTree,
  open: ReadonlySet<string>,
  horizontal: boolean,
): TreeMove | null {
  const nodes = visibleNodes(root, open);
  const at = nodes.findIndex((node) => node.path === path);
  const node = nodes[at];
  if (!node) return null;
  const focus = (to: PrefixNode | undefined): TreeMove | null =>
    to ? { kind: 'focus', path: to.path } : null;
  const turned: Record<string, string> = {
    ArrowDown: 'ArrowRight',
    ArrowUp: 'ArrowLeft',
    ArrowRight: 'ArrowDown',
    ArrowLeft: 'ArrowUp',
  };
  switch (horizontal ? (turned[key] ?? key) : key) {
    case 'ArrowDown':
      return focus(nodes[at + 1]);
    case 'ArrowUp':
      return focus(nodes[at - 1]);
    case 'ArrowRight':
      if (node.tree.children.length === 0) return null;
      return open.has(path) ? focus(nodes[at + 1]) : { kind: 'open', path };
    case 'ArrowLeft':
      if (open.has(path) && node.tree.children.length > 0 && node.parent !== null)
        return { kind: 'close', path };
      return node.parent === null ? null : { kind: 'focus', path: node.parent };
    case 'Home':
      return focus(nodes[0]);
    case 'End':
      return focus(nodes.at(-1));
    default:
      return null;
  }
}
