import { useEffect, useRef, useState } from 'react';
import type { Lab } from '../../engine/lab.ts';
import { clockSentence, stepSentence } from './event-words.ts';
import type { LabModel } from './useLab.ts';
import { harmOf } from './verdict-words.ts';
import { formatCount, plural } from './words.ts';

/** What a screen reader is told after each change: the step, what broke, and what exploring found. */
export function useAnnouncement(
  { state, moment, pending, exploration, running }: LabModel,
  lab: Lab,
): string {
  const [said, setSaid] = useState('');
  const before = useRef({ trace: state.trace, moment });
  const explored = useRef(exploration);

  useEffect(() => {
    const last = before.current;
    if (pending || (last.trace === state.trace && last.moment === moment)) return;
    before.current = { trace: state.trace, moment };
    const event = state.trace.events[moment - 1];
    const broke = (event?.breaks ?? []).map((id) => ` Broken: ${harmOf(lab, id)}.`).join('');
    const clock = clockSentence(state.trace, moment);
    setSaid(event ? `${stepSentence(event)}${clock}${broke}` : 'Back at the start. Nobody has moved.');
  }, [pending, state.trace, moment, lab]);

  useEffect(() => {
    if (running || exploration === explored.current) return;
    explored.current = exploration;
    // Another handler's result, known before, needs no announcement of its own.
    if (!exploration) return;
    const { total, broken } = exploration.schedules;
    const counts =
      total === null || broken === null
        ? ''
        : ` ${formatCount(broken)} of ${plural(total, 'schedule')} broken.`;
    setSaid(`Every schedule: ${exploration.verdict.kind}.${counts}`);
  }, [running, exploration]);

  return said;
}
