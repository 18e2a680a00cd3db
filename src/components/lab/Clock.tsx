import type { CSSProperties } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { dateWords, durationPhrase, movedBy, sinceStart } from './time.ts';

export interface ClockProps {
  lab: Lab;
  trace: Trace;
  moment: number;
}

/** The lab's clock, where time matters. It moves only when somebody's choice moves it. */
export function Clock({ lab, trace, moment }: ClockProps) {
  const now = trace.moments[moment]?.now ?? 0;
  const moved = movedBy(trace, moment);
  return (
    // A new key starts the animation again: the clock is seen to move.
    <p key={moved === 0 ? 'still' : moment} className={`clock${moved === 0 ? '' : ' moved'}`}>
      <Face ms={now - (trace.moments[0]?.now ?? 0)} moved={moved} />
      <span>
        Clock <b>{sinceStart(trace, moment)}</b>
      </span>
      {lab.clock.start > 0 && <time dateTime={new Date(now).toISOString()}>{dateWords(now)}</time>}
      {moved !== 0 && <span className="clock-by">moved {durationPhrase(moved)} at this moment</span>}
    </p>
  );
}

/** A clock face whose hand goes round once in a power of ten that shows both seconds and days. */
function Face({ ms, moved }: { ms: number; moved: number }) {
  const turn = (of: number) => 360 * Math.log10(1 + of / 1000);
  const style = { '--to': `${turn(ms)}deg`, '--from': `${turn(ms - moved)}deg` } as CSSProperties;
  return (
    <svg className="face" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.8" />
      <path d="M8 1.2v1.6M14.8 8h-1.6M8 14.8v-1.6M1.2 8h1.6" />
      <path className="hand" style={style} d="M8 8V3.6" />
    </svg>
  );
}
