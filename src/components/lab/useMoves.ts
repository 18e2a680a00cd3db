import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TaskId } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { counterexampleOf } from './lab-view.ts';
import type { LabModel } from './useLab.ts';

/**
 * Lets a worker move. When the dashed mark that was pressed is gone afterwards, the focus goes to
 * that worker's button instead of to the top of the page.
 */
export function useMove({ dispatch }: LabModel, root: RefObject<HTMLElement | null>): (task: TaskId) => void {
  const moved = useRef<TaskId | null>(null);
  useLayoutEffect(() => {
    if (moved.current === null || document.activeElement !== document.body) return;
    const selector = `.moves [data-move="${moved.current}"]`;
    moved.current = null;
    root.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  });
  return useCallback(
    (task) => {
      moved.current = root.current?.contains(document.activeElement) ? task : null;
      dispatch({ type: 'move', task });
    },
    [dispatch, root],
  );
}

/** *Find it for me*: the minimal counterexample; explores first where nobody has. */
export function useFind({ exploration, running, explore, dispatch }: LabModel) {
  const [wanted, setWanted] = useState(false);
  const schedule = counterexampleOf(exploration);
  useEffect(() => {
    if (!wanted || running || !exploration) return;
    setWanted(false);
    if (schedule !== null) dispatch({ type: 'load', schedule, found: true });
  }, [wanted, running, exploration, schedule, dispatch]);
  const nothing = exploration !== null && schedule === null;
  return {
    label: nothing ? 'Nothing to find' : 'Find it for me',
    off: nothing || running !== null,
    onClick: () => {
      setWanted(true);
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
