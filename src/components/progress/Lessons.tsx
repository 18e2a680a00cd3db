/** Lessons with their checkpoints and exercises: what is done, and what would come next. */
import type { LessonStatus } from './shelf.ts';

const confidenceWords = { new: 'new to you', 'getting-there': 'getting there', confident: 'confident' };

export function Lessons({ lessons }: { lessons: LessonStatus[] }) {
  return (
    <section className="pg-lessons" aria-labelledby="pg-lessons">
      <h2 id="pg-lessons">Lessons and exercises</h2>
      <ol>
        {lessons.map((lesson) => (
          <li key={lesson.slug} style={{ '--tint': lesson.tint } as React.CSSProperties}>
            <h3>
              <b>{lesson.number}</b> <a href={lesson.href}>{lesson.title}</a>
            </h3>
            <dl>
              <div>
                <dt>Read</dt>
                <dd>{readWords(lesson)}</dd>
              </div>
              <div>
                <dt>Checkpoint</dt>
                <dd>{checkpointWords(lesson)}</dd>
              </div>
              <div>
                <dt>You feel</dt>
                <dd>{lesson.confidence ? confidenceWords[lesson.confidence] : 'not said yet'}</dd>
              </div>
              {lesson.exercises.map((exercise) => (
                <div key={exercise.id}>
                  <dt>
                    <a href={`/exercises/${exercise.id}/`}>{exercise.title}</a>
                  </dt>
                  <dd>
                    {exercise.best !== null
                      ? `${exercise.best} of ${exercise.of} points`
                      : exercise.attempts > 0
                        ? 'begun'
                        : 'not tried yet'}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}

function readWords({ read }: LessonStatus): string {
  if (read === null) return 'not opened yet';
  const percent = Math.round(read * 100);
  return percent >= 97 ? 'to the end' : `${percent} %`;
}

function checkpointWords({ checkpoint }: LessonStatus): string {
  if (checkpoint === null) return 'still open';
  const { right, of, passed, attempts } = checkpoint;
  const tries = attempts === 1 ? 'one attempt' : `best of ${attempts} attempts`;
  return `${right} of ${of}, ${passed ? 'passed' : 'not passed yet'}, ${tries}`;
}
