/** "Where you stopped", for the home page. Needs no framework. */
import { type CheckpointSummary, checkpointSummary, lastPosition, latestConfidence } from './derive.ts';
import type { ConfidenceLevel, ProgressEvent } from './events.ts';

export interface Desk {
  lesson: string;
  /** Id of the section's heading, or null above the first one. */
  heading: string | null;
  /** How far down the page, 0 to 1. */
  fraction: number;
  /** Finished attempts at the lesson's checkpoint, or null. */
  checkpoint: CheckpointSummary | null;
  confidence: ConfidenceLevel | null;
}

/** @returns null for a reader who has not opened a lesson yet. */
export function deskFrom(events: readonly ProgressEvent[]): Desk | null {
  const position = lastPosition(events);
  return position && { ...lessonDesk(events, position.lesson), ...pick(position) };
}

/** What is known about one lesson, for the course map. */
export function lessonDesk(
  events: readonly ProgressEvent[],
  lesson: string,
): Pick<Desk, 'checkpoint' | 'confidence'> {
  return {
    checkpoint: checkpointSummary(events, lesson),
    confidence: latestConfidence(events, lesson),
  };
}

function pick({ lesson, heading, fraction }: Pick<Desk, 'lesson' | 'heading' | 'fraction'>) {
  return { lesson, heading, fraction };
}
