/** One moment, and a whole trace, as sentences: what the lanes draw, for those who cannot see them. */
import type { Trace, TraceEvent } from '../../engine/trace.ts';
import { deliveredId, faultOf, struckWords } from './faults.ts';
import { movedBy, sinceStart } from './time.ts';
import { endPhrase, resultWords, workerName } from './words.ts';

/** One step as a screen reader says it. */
export function stepSentence(event: TraceEvent): string {
  const fault = faultOf(event);
  const ends = event.ends.map(({ task, end }) => ` ${workerName(task)} ${endPhrase(end)}.`).join('');
  if (fault !== null && fault !== 'timeout')
    return `Moment ${event.moment}. Fault: ${struckWords(event)}.${ends}`;
  const handed = deliveredId(event);
  const verb =
    handed !== null ? `is handed ${handed}` : event.service === null ? event.verb : `calls ${event.label}`;
  return `Moment ${event.moment}. ${workerName(event.task)} ${verb}: ${resultWords(event)}.${fault === null ? '' : ` Fault: ${struckWords(event)}.`}${ends}`;
}

/** "The clock is at +10 min." after a moment that moved it, else nothing. */
export function clockSentence(trace: Trace, moment: number): string {
  return movedBy(trace, moment) === 0 ? '' : ` The clock is at ${sinceStart(trace, moment)}.`;
}

/** The whole trace up to a moment in sentences: the text equivalent of the lanes. */
export function traceSummary(trace: Trace, moment = trace.events.length): string {
  if (moment === 0) return 'Nobody has moved yet.';
  const steps = trace.events.slice(0, moment).map((event) => {
    const broke = event.breaks.length > 0 ? ' Here a property breaks.' : '';
    return `${stepSentence(event)}${clockSentence(trace, event.moment)}${broke}`;
  });
  return steps.join(' ');
}
