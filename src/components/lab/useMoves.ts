import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Trace } from '../../engine/trace.ts';
import { counterexampleOf, fateOf, type Wish } from './lab-view.ts';
import type { LabModel } from './useLab.ts';

/**
 * Lets a worker move, or a fault strike. When the dashed mark that was pressed is gone afterwards, the focus goes to
 * that worker's button instead of to the top of the page.
 */
export function useMove(
  { dispatch, pending }: LabModel,
  root: RefObject<HTMLElement | null>,
): (choice: string) => void {
  const moved = useRef<{ choice: string; by: Element } | null>(null);
  useLayoutEffect(() => {
    if (moved.current === null) return;
    const { choice, by } = moved.current;
    const gone = !by.isConnected;
    // A focus that is lost later has nothing to do with this move.
    if (gone || !pending) moved.current = null;
    if (!gone || document.activeElement !== document.body) return;
    const selector = `.moves [data-move="${choice}"]`;
    root.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  });
  return useCallback(
    (choice) => {
      const by = document.activeElement;
      moved.current = by && root.current?.contains(by) ? { choice, by } : null;
      dispatch({ type: 'move', choice });
    },
    [dispatch, root],
  );
}

/** *Find it for me*: the minimal counterexample; explores first where nobody has. */
export function useFind({ state, exploration, running, explore, dispatch, handlerOf }: LabModel) {
  const [wish, setWish] = useState<Wish | null>(null);
  const { source, migration } = handlerOf(state.subject.handler);
  const of = JSON.stringify([state.subject.scenario, state.subject.handler, source, migration]);
  const schedule = counterexampleOf(exploration);
  useEffect(() => {
    if (!wish) return;
    const fate = fateOf(wish, { of, running: running !== null, explored: exploration !== null });
    if (fate === 'wait') return;
    setWish(null);
    if (fate === 'grant' && schedule !== null) dispatch({ type: 'load', schedule, found: true });
  }, [wish, of, running, exploration, schedule, dispatch]);
  const nothing = exploration !== null && schedule === null;
  return {
    label: nothing ? 'Nothing to find' : 'Find it for me',
    off: nothing || running !== null,
    onClick: () => {
      setWish({ of });
      if (!exploration) explore();
    },
  };
}

/** Keeps the moment shown in view where the lanes are wider than their box. */
export function useInView(root: RefObject<HTMLElement | null>, moment: number, trace: Trace): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when what is shown changes
  useEffect(() => {
    const box = root.current?.querySelector<HTMLElement>('.stage .lanes-box');
    const mark = box?.querySelector<HTMLElement>('.ghost, .ev.now');
    if (!box || !mark || box.scrollWidth <= box.clientWidth) return;
    const from = mark.offsetLeft - box.scrollLeft;
    if (from < 0 || from + mark.offsetWidth > box.clientWidth) {
      box.scrollLeft = mark.offsetLeft - box.clientWidth / 2;
    }
  }, [moment, trace]);
}
