/**
 * The lab's keys, heard only while the focus is inside (WCAG 2.1.4): a number lets that worker move,
 * with Shift its later attempt; `u` undoes; a fault's letter followed by such a number lets it strike.
 */
import { type KeyboardEvent, useState } from 'react';
import type { FaultKind, TaskId } from '../../engine/lab.ts';
import { mayStrike } from './FaultMoves.tsx';
import { type FaultGroup, faultWords } from './faults.ts';
import { isTyping } from './lab-view.ts';
import { workerIndex } from './words.ts';

interface KeyOptions {
  tasks: TaskId[];
  groups: FaultGroup[];
  pending: boolean;
  mayMove: (task: TaskId) => boolean;
  onMove: (choice: string) => void;
  onUndo: () => void;
}

export function useLabKeys({ tasks, groups, pending, mayMove, onMove, onUndo }: KeyOptions) {
  const [armed, setArmed] = useState<FaultKind | null>(null);
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.ctrlKey || press.metaKey || press.altKey || isTyping(press.target)) return;
    // With Shift, `key` is another sign on most keyboards.
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(press.code)?.[1] ?? /^[1-9]$/.exec(press.key)?.[0];
    const number = digit === undefined ? null : Number(digit);
    const armedGroup = groups.find(({ fault }) => fault === armed);
    if (armed !== null) setArmed(null);
    if (number !== null && armedGroup) {
      const all = armedGroup.choices.filter((each) => each.digit === number);
      const choice = attempt(all, press.shiftKey, (each) => mayStrike(armedGroup, each, pending));
      if (choice && mayStrike(armedGroup, choice, pending)) onMove(choice.choice);
    } else if (number !== null) {
      const all = tasks.filter((task) => workerIndex(tasks, task) === number - 1);
      const task = attempt(all, press.shiftKey, mayMove);
      if (task === undefined) return;
      onMove(task);
    } else if (press.key === 'u') onUndo();
    else if (press.key === 'Escape' && armed !== null) press.stopPropagation();
    else {
      const group = groups.find(({ fault }) => faultWords[fault].key === press.key);
      if (!group) return;
      setArmed(group.fault);
    }
    press.preventDefault();
  };
  return { armed, onKeyDown, disarm: () => setArmed(null) };
}

/** Of one worker's attempts the first that may, or with Shift the last. */
function attempt<Each>(all: Each[], last: boolean, may: (each: Each) => boolean): Each | undefined {
  return (last ? all.findLast(may) : all.find(may)) ?? all[0];
}
