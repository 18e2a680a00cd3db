/** What was named of a rubric, and the keys that name it and lead on. */
import { type KeyboardEvent, useState } from 'react';
import { isFree, pointOf, toggled } from './parts.tsx';

/**
 * Only while the focus is inside: Enter and Space press the button below, digits tick.
 *
 * @param points - That can be ticked now; 0 while the rubric is not shown.
 */
export function useRubric(points: number, onNext: () => void) {
  const [ticked, setTicked] = useState<number[]>([]);
  const toggle = (point: number) => setTicked(toggled(ticked, point));

  function onKeyDown(event: KeyboardEvent) {
    const point = pointOf(event, points);
    if (point !== null) {
      event.preventDefault();
      toggle(point);
    } else if (!event.repeat && (event.key === 'Enter' || event.key === ' ') && isFree(event)) {
      event.preventDefault();
      onNext();
    }
  }

  return { ticked, toggle, onKeyDown };
}
