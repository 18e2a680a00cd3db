/** The map of schedules that are too many to draw: how many begin with each prefix, and how many break. */
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Scenario, TaskId } from '../../engine/lab.ts';
import type { Count, PrefixTree } from '../../engine/verdict.ts';
import { faultLabel } from './fault-groups.ts';
import { partsOf } from './faults.ts';
import { Mark } from './marks.tsx';
import { breakWords, nodeAt, onTheWay, openAtFirst, shareOf, treeMove } from './prefix-tree.ts';
import { workerIndex, workerName } from './words.ts';
import { FaultIcon } from './world-marks.tsx';

export interface PrefixMapProps {
  tree: PrefixTree;
  tasks: TaskId[];
  scenario?: Scenario | undefined;
  /** Choices so far: they fade what they rule out. */
  chosen?: string[];
  /** Id of the element that names the map. */
  labelledBy?: string;
  /** A prefix to replay. */
  onPick?: (prefix: string) => void;
}

/** So wide, depth runs down and shares run across; narrower, it is an indented list. */
const widePx = 640;
const wideLevels = 5;

/** One tab stop; arrow keys walk. A node picked is replayed. */
export function PrefixMap({ tree, tasks, scenario, chosen = [], labelledBy, onPick }: PrefixMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  const [open, setOpen] = useState(() => openAtFirst(tree, chosen, 1));
  const [walked, setWalked] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const at = chosen.join(' ');
  const stop = walked ?? nodeAt(tree, chosen);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWide(element.clientWidth >= widePx));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  // The map opens where the choices lead, and where there is room a few levels at once.
  useEffect(() => {
    setWalked(null);
    const first = openAtFirst(tree, at === '' ? [] : at.split(' '), wide ? wideLevels : 1);
    setOpen((before) => new Set([...before, ...first]));
  }, [tree, at, wide]);

  const focus = (path: string) => {
    setWalked(path);
    box.current?.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus();
  };
  const toggle = (path: string, to: boolean) =>
    setOpen((before) => {
      const after = new Set(before);
      if (to) after.add(path);
      else after.delete(path);
      return after;
    });
  const pick = (path: string) => {
    toggle(path, true);
    onPick?.(path);
  };
  const onKeyDown = (press: KeyboardEvent<HTMLElement>) => {
    if (press.ctrlKey || press.metaKey || press.altKey) return;
    const path = (press.target as HTMLElement).dataset['path'];
    if (path === undefined) return;
    if (press.key === 'Enter' || press.key === ' ') pick(path);
    else {
      const move = treeMove(press.key, path, tree, open, wide);
      if (!move) return;
      if (move.kind === 'focus') focus(move.path);
      else toggle(move.path, move.kind === 'open');
    }
    press.preventDefault();
  };

  const node = (each: PrefixTree, parent: string, level: number, whole: Count) => {
    const path = [parent, each.choice ?? ''].join(' ').trim();
    const expanded = open.has(path) && each.children.length > 0;
    const words = breakWords(each.total, each.broken);
    const more = each.cut ? '; what follows is not listed' : '';
    return (
      <div
        key={path}
        role="treeitem"
        aria-level={level}
        aria-expanded={each.children.length > 0 ? expanded : undefined}
        aria-selected={path === at}
        aria-label={`${path === '' ? 'Every schedule' : spoken(each.choice ?? '', scenario)}: ${words}${more}`}
        tabIndex={path === stop ? 0 : -1}
        data-path={path}
        className={`${path === at ? 'cur' : ''}${onTheWay(path, at) ? '' : ' off'}`.trim() || undefined}
        style={
          {
            '--share': shareOf(each.total, whole),
            '--of-all': shareOf(each.total, tree.total),
            '--bad': shareOf(each.broken, each.total),
          } as CSSProperties
        }
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) setPointed(path);
        }}
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of its items */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the item is the control */}
        <div className="pn" onClick={() => pick(path)} onPointerEnter={() => setPointed(path)}>
          <span className="pn-c">
            {choiceFace(each.choice, tasks, scenario)}
            {each.cut && <span className="pn-more">…</span>}
          </span>
          <span className="pn-n">{words}</span>
          <span className="pn-bar" />
        </div>
        {expanded && (
          // biome-ignore lint/a11y/useSemanticElements: a group of a tree
          <div role="group">{each.children.map((child) => node(child, path, level + 1, each.total))}</div>
        )}
      </div>
    );
  };

  const shown = pointed ?? stop;
  return (
    <div ref={box} className="prefixes">
      <div
        role="tree"
        aria-labelledby={labelledBy}
        aria-orientation={wide ? 'horizontal' : 'vertical'}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPointed(null)}
      >
        {node(tree, '', 1, tree.total)}
      </div>
      <p className="pn-read" aria-hidden="true">
        {readout(tree, shown)}
      </p>
    </div>
  );
}

function choiceFace(choice: string | null, tasks: TaskId[], scenario: Scenario | undefined) {
  if (choice === null) return 'Every schedule';
  const { fault, target } = partsOf(choice);
  if (fault)
    return (
      <>
        <FaultIcon kind={fault} /> {faultLabel(choice, scenario)}
      </>
    );
  return (
    <>
      <Mark index={workerIndex(tasks, target)} /> {workerName(target)}
    </>
  );
}

function spoken(choice: string, scenario: Scenario | undefined): string {
  return partsOf(choice).fault ? faultLabel(choice, scenario) : workerName(choice);
}

/** "After w1 w2: 1,204 of 7,560 break it." */
function readout(root: PrefixTree, path: string): string {
  let tree: PrefixTree | undefined = root;
  for (const choice of path === '' ? [] : path.split(' '))
    tree = tree?.children.find((child) => child.choice === choice);
  if (!tree) return '';
  return `${path === '' ? 'From the start' : `After ${path}`}: ${breakWords(tree.total, tree.broken)}.`;
}
