/**
 * The lab's keys, heard only while the focus is inside (WCAG 2.1.4): a number lets that worker move,
 * `u` undoes, and a fault's letter followed by a number lets it strike.
 */
import { type KeyboardEvent, useState } from 'react';
import type { FaultKind, TaskId } from '../../engine/lab.ts';
import { mayStrike } from './FaultMoves.tsx';
import { type FaultGroup, faultWords } from './faults.ts';
import { isTyping } from './lab-view.ts';

interface KeyOptions {
  tasks: TaskId[];
  groups: FaultGroup[];
  pending: boolean;
  onMove: (choice: string) => void;
  onUndo: () => void;
}

export function useLabKeys({ tasks, groups, pending, onMove, onUndo }: KeyOptions) {
  const [armed, setArmed] = useState<FaultKind | null>(null);
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.ctrlKey || press.metaKey || press.altKey || isTyping(press.target)) return;
    const digit = /^[1-9]$/.test(press.key) ? Number(press.key) : null;
    const armedGroup = groups.find(({ fault }) => fault === armed);
    if (armed !== null) setArmed(null);
    if (digit !== null && armedGroup) {
      const choice = armedGroup.choices.find((each) => each.digit === digit);
      if (choice && mayStrike(armedGroup, choice, pending)) onMove(choice.choice);
    } else if (digit !== null) {
      const task = tasks[digit - 1];
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
