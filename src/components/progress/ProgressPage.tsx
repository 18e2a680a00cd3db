/** Everything the log knows about a reader, on one page. An island. */
import { useMemo } from 'react';
import { useCards } from '../cards/useCards.ts';
import { useProgress } from '../learn/useProgress.ts';
import { Days } from './Days.tsx';
import { Lessons } from './Lessons.tsx';
import './progress.css';
import { practice, type Shelf, statusOf } from './shelf.ts';
import { YourData } from './YourData.tsx';

export default function ProgressPage({ shelf }: { shelf: Shelf }) {
  const { progress, events, trouble } = useProgress();
  const { cards } = useCards();
  const lessons = useMemo(() => statusOf(shelf, events), [shelf, events]);
  if (progress === null)
    return <p className="pg-wait">{trouble ?? 'Looking up what this browser has kept of you…'}</p>;
  return (
    <div className="pg">
      {events.length === 0 && (
        <p className="pg-empty">
          Nothing yet. Open a <a href="/learn/">lesson</a>, answer its checkpoint, review its cards: what you
          do is noted here, in this browser only. If you have a copy from elsewhere, take it in below.
        </p>
      )}
      <Lessons lessons={lessons} />
      {cards && <Days cards={cards} />}
      <Practice {...practice(events)} />
      <YourData progress={progress} trouble={trouble} />
    </div>
  );
}

function Practice({ interview, quiz }: ReturnType<typeof practice>) {
  return (
    <section aria-labelledby="pg-practice">
      <h2 id="pg-practice">Practice</h2>
      <p>
        {interview.questions === 0 ? (
          <>
            No question of the <a href="/interview/">interview drill</a> answered yet.
          </>
        ) : (
          <>
            <a href="/interview/">Interview drill</a>: {interview.questions}{' '}
            {interview.questions === 1 ? 'question' : 'questions'} answered, {interview.named} of{' '}
            {interview.of} points named.
          </>
        )}{' '}
        {quiz.answers > 0 && `Quizzes: ${quiz.right} of ${quiz.answers} answers right.`}
      </p>
    </section>
  );
}
