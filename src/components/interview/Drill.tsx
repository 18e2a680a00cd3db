/** One session: a question, the answers, the rubric, what they ask then, and the next. */
import { useEffect, useRef, useState } from 'react';
import { type InterviewData, type InterviewQuestion, missedCards } from '../../interview/question.ts';
import { givenIn, type MinutesEach, placeIn, reportOf } from '../../interview/session.ts';
import type { ProgressEvent } from '../../progress/events.ts';
import type { Progress } from '../../progress/progress.ts';
import { Asked, type Step } from './Asked.tsx';
import { FollowedUp } from './FollowedUp.tsx';
import { Bar, Clock, useElapsed } from './parts.tsx';
import { ReportView } from './ReportView.tsx';

export interface DrillProps {
  progress: Progress;
  data: InterviewData;
  events: readonly ProgressEvent[];
  session: string;
  /** The button that began it had the focus. */
  begun: boolean;
  questions: InterviewQuestion[];
  minutes: MinutesEach;
  onAgain: () => void;
  onLeave: () => void;
}

export function Drill(props: DrillProps) {
  const { progress, data, events, session, questions, minutes, onAgain, onLeave } = props;
  const given = givenIn(events, session);
  const place = placeIn(questions, given);
  const name =
    place.kind === 'over' ? 'over' : place.kind === 'question' ? String(place.at) : place.follow.id;
  const [shown, setShown] = useState<{ at: string; step: Step }>({ at: name, step: 'think' });
  const step = shown.at === name ? shown.step : 'think';
  /** What was typed, by question: as long as this page is open. */
  const [notes, setNotes] = useState<Record<string, string>>({});
  /** The report so far is looked at. */
  const [stopped, setStopped] = useState(false);
  const running = place.kind === 'question' && step === 'think';
  const thinking = useElapsed(name, place.kind !== 'over');
  const took = useRef(0);
  const box = useRef<HTMLElement>(null);
  const moved = useRef(props.begun);

  // What was pressed is gone: the focus goes where reading goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these shows something else
  useEffect(() => {
    if (!moved.current) return;
    const parts = box.current?.querySelectorAll<HTMLElement>('[data-read]');
    parts?.[parts.length - 1]?.focus();
  }, [name, step, stopped]);

  function show(next: Step) {
    moved.current = true;
    if (step === 'think') took.current = thinking.read();
    setShown({ at: name, step: next });
  }

  function note(question: string, ticked: number[], of: number) {
    moved.current = true;
    progress.append({
      kind: 'interview',
      session,
      question,
      ticked,
      of,
      tookMs: Math.round(step === 'think' ? thinking.read() : took.current),
    });
  }

  function answered(question: InterviewQuestion, ticked: number[]) {
    note(question.id, ticked, question.rubric.length);
    for (const { deck, card } of missedCards(question.cards, ticked))
      progress.append({ kind: 'card-forward', deck, card, because: 'wrong' });
  }

  function stop(now: boolean) {
    moved.current = true;
    setStopped(now);
  }

  if (place.kind === 'over' || stopped) {
    return (
      <section className="iv-run" ref={box} aria-labelledby="iv-title">
        <ReportView
          report={reportOf(questions, given)}
          lessons={data.lessons}
          onGoOn={place.kind === 'over' ? null : () => stop(false)}
          onAgain={onAgain}
          onLeave={onLeave}
        />
      </section>
    );
  }

  const question = questions[place.at];
  if (question === undefined) return null;
  const lesson = data.lessons.find(({ slug }) => slug === question.lesson);
  const typed = notes[question.id] ?? '';
  return (
    <section className="iv-run" ref={box} aria-labelledby="iv-title">
      <header className="iv-head">
        <h1 id="iv-title">
          Question {place.at + 1} of {questions.length}
        </h1>
        {place.kind === 'question' && (
          <Clock ms={running ? thinking.ms : took.current} minutes={minutes} running={running} />
        )}
        <button
          className="btn plain"
          type="button"
          onClick={() => (given.size === 0 ? onLeave() : stop(true))}
        >
          Stop here
        </button>
      </header>
      <Bar done={place.at} total={questions.length} />
      <article className="iv-card" style={{ ['--tint' as string]: lesson?.tint }}>
        <header>
          <span>{lesson ? `Lesson ${lesson.number}, ${lesson.title}` : question.lesson}</span>
          <span>{place.kind === 'follow-up' ? 'They ask then' : 'They ask'}</span>
        </header>
        {place.kind === 'question' ? (
          <Asked
            key={question.id}
            question={question}
            href={lesson?.href ?? null}
            step={step}
            notes={typed}
            onNotes={(text) => setNotes({ ...notes, [question.id]: text })}
            onShow={show}
            onDone={(ticked) => answered(question, ticked)}
          />
        ) : (
          <FollowedUp
            key={place.follow.id}
            before={question.ask}
            follow={place.follow}
            open={step !== 'think'}
            notes={notes[place.follow.id] ?? ''}
            onNotes={(text) => setNotes({ ...notes, [place.follow.id]: text })}
            onShow={() => show('full')}
            onDone={(held) => note(place.follow.id, held ? [0] : [], 1)}
          />
        )}
      </article>
    </section>
  );
}
