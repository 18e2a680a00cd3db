/**
 * The lab's keys, heard only while the focus is inside (WCAG 2.1.4): a number lets that worker move,
 * with Shift its later attempt; `u` undoes. Where something may fail, faults hear keys first.
 */
import { type KeyboardEvent, useRef } from 'react';
import type { TaskId } from '../../engine/lab.ts';
import type { FaultKeys } from './FaultDesk.tsx';
import { attempt, isTyping, numberOf } from './lab-view.ts';
import { workerIndex } from './words.ts';

interface KeyOptions {
  tasks: TaskId[];
  mayMove: (task: TaskId) => boolean;
  onMove: (choice: string) => void;
  onUndo: () => void;
}

export function useLabKeys({ tasks, mayMove, onMove, onUndo }: KeyOptions) {
  const faults = useRef<FaultKeys | null>(null);
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.ctrlKey || press.metaKey || press.altKey || isTyping(press.target)) return;
    const number = numberOf(press);
    if (press.key === 'Shift') return;
    if (!faults.current?.(press)) {
      const all = number === null ? [] : tasks.filter((task) => workerIndex(tasks, task) === number - 1);
      const task = attempt(all, press.shiftKey, mayMove);
      if (task !== undefined) onMove(task);
      else if (press.key === 'u') onUndo();
      else return;
    }
    press.preventDefault();
  };
  return { onKeyDown, faults };
}
