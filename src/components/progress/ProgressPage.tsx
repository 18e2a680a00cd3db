/** Everything the log knows about a reader, on one page. An island. */
import { useMemo } from 'react';
import { useCards } from '../cards/useCards.ts';
import { useProgress } from '../learn/useProgress.ts';
import { Days } from './Days.tsx';
import { Lessons } from './Lessons.tsx';
import './progress.css';
import { type Shelf, statusOf } from './shelf.ts';
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
          Nothing yet. Open a <a href="/#lessons">lesson</a>, answer its checkpoint, review its cards: what
          you do is noted here, in this browser only. If you have a copy from elsewhere, take it in below.
        </p>
      )}
      <Lessons lessons={lessons} />
      {cards && <Days cards={cards} />}
      <YourData progress={progress} trouble={trouble} />
    </div>
  );
}
