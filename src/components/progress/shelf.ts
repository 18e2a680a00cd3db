/** What the site offers, as the progress page carries it; and what a reader has done of it. Pure. */
import { checkpointSummary, exerciseSummary, lastPosition, latestConfidence } from '../../progress/derive.ts';
import type { ConfidenceLevel, ProgressEvent } from '../../progress/events.ts';

/** Lessons and exercises that are written. */
export interface Shelf {
  lessons: { slug: string; number: number; title: string; href: string; tint: string }[];
  exercises: { id: string; lesson: string; title: string; version: number; points: number }[];
}

export interface LessonStatus {
  slug: string;
  number: number;
  title: string;
  href: string;
  tint: string;
  /** How far down its page the reader has been last, 0 to 1; null for one that was not opened. */
  read: number | null;
  /** Best finished attempt at its checkpoint. */
  checkpoint: { right: number; of: number; passed: boolean; attempts: number } | null;
  confidence: ConfidenceLevel | null;
  exercises: ExerciseStatus[];
}

export interface ExerciseStatus {
  id: string;
  title: string;
  of: number;
  /** Null before the first check. */
  best: number | null;
  attempts: number;
}

export function statusOf(shelf: Shelf, events: readonly ProgressEvent[]): LessonStatus[] {
  return shelf.lessons.map((lesson) => {
    const summary = checkpointSummary(events, lesson.slug);
    return {
      ...lesson,
      read: lastPosition(events, lesson.slug)?.fraction ?? null,
      checkpoint: summary && {
        right: summary.best.right,
        of: summary.best.of,
        passed: summary.best.passed,
        attempts: summary.finished,
      },
      confidence: latestConfidence(events, lesson.slug),
      exercises: shelf.exercises
        .filter((exercise) => exercise.lesson === lesson.slug)
        .map(({ id, title, version, points }) => {
          const { best, attempts } = exerciseSummary(events, id, version);
          return { id, title, of: points, best: best?.points ?? null, attempts };
        }),
    };
  });
}

/** When the log was last written to a file, and how much has happened since. */
export function lastCopy(events: readonly ProgressEvent[]): { at: string | null; since: number } {
  const index = events.findLastIndex(({ kind }) => kind === 'exported');
  // Turning pages is nothing that anybody would miss.
  const since = events.slice(index + 1).filter(({ kind }) => kind !== 'position').length;
  return { at: events[index]?.at ?? null, since };
}

/** What was practised besides: interview questions with the points named, and quizzes. */
export function practice(events: readonly ProgressEvent[]): {
  interview: { questions: number; named: number; of: number };
  quiz: { answers: number; right: number };
} {
  const interview = { questions: 0, named: 0, of: 0 };
  const quiz = { answers: 0, right: 0 };
  for (const event of events) {
    if (event.kind === 'interview') {
      interview.questions += 1;
      interview.named += event.ticked.length;
      interview.of += event.of;
    } else if (event.kind === 'quiz') {
      quiz.answers += 1;
      if (event.right) quiz.right += 1;
    }
  }
  return { interview, quiz };
}
