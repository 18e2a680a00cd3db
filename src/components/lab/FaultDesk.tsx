/** The faults of a scenario, to press or to type. Fetched for labs in which something may fail. */
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import type { FaultKind, Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { FaultMoves, mayStrike } from './FaultMoves.tsx';
import { faultGroups, faultKeys } from './fault-groups.ts';
import { attempt, numberOf } from './lab-view.ts';

/** Hears a key before the lab does. @returns whether it was meant for a fault. */
export type FaultKeys = (press: KeyboardEvent) => boolean;

export interface FaultDeskProps {
  lab: Lab;
  scenario: string;
  trace: Trace;
  moment: number;
  pending: boolean;
  onMove: (choice: string) => void;
  /** Where the lab looks for whoever hears keys first. */
  keys: RefObject<FaultKeys | null>;
}

export function FaultDesk({ lab, scenario, trace, moment, pending, onMove, keys }: FaultDeskProps) {
  const [armed, setArmed] = useState<FaultKind | null>(null);
  const groups = useMemo(() => faultGroups(lab, scenario, trace, moment), [lab, scenario, trace, moment]);

  // The letter of a fault arms it; a number that follows lets it strike, and any other key disarms.
  const hear: FaultKeys = (press) => {
    const number = numberOf(press);
    const aimed = groups.find(({ fault }) => fault === armed);
    setArmed(null);
    if (aimed && number !== null) {
      const all = aimed.choices.filter(({ digit }) => digit === number);
      const choice = attempt(all, press.shiftKey, (each) => mayStrike(aimed, each, pending));
      if (choice && mayStrike(aimed, choice, pending)) onMove(choice.choice);
      return true;
    }
    if (aimed && press.key === 'Escape') return true;
    const group = groups.find(({ fault }) => faultKeys[fault] === press.key);
    if (group) setArmed(group.fault);
    return group !== undefined;
  };
  useEffect(() => {
    keys.current = hear;
    return () => {
      keys.current = null;
    };
  });

  // Whoever goes on with the pointer has changed their mind.
  useEffect(() => {
    if (armed === null) return;
    const disarm = () => setArmed(null);
    document.addEventListener('pointerdown', disarm);
    return () => document.removeEventListener('pointerdown', disarm);
  }, [armed]);

  return <FaultMoves groups={groups} pending={pending} armed={armed} onMove={onMove} />;
}
