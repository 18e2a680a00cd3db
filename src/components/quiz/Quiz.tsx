/** "Quiz me on what I just read": ten items of a lesson, harder as they are answered. An island. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { isSessionOf, seedFrom, sessionName } from '../../interview/session.ts';
import type { Tried } from '../../progress/derive.ts';
import type { Answer, ProgressEvent, Sureness } from '../../progress/events.ts';
import type { Progress } from '../../progress/progress.ts';
import { uuid } from '../../progress/uuid.ts';
import { orderOf, type PoolItem, poolOf, type QuizData } from '../../quiz/pool.ts';
import { answersIn, nextItem, quizLength, startLevel } from '../../quiz/quiz.ts';
import { useSessionAddress } from '../interview/address.ts';
import { Bar } from '../interview/parts.tsx';
import '../interview/interview.css';
import { base } from '../interview/useInterview.ts';
import { Item } from '../learn/Item.tsx';
import '../learn/learn.css';
import { Printed } from '../learn/Printed.tsx';
import { useProgress } from '../learn/useProgress.ts';
import './quiz.css';
import { Recall } from './Recall.tsx';
import { Summary } from './Summary.tsx';

export default function Quiz({ data }: { data: QuizData }) {
  const { progress, events, trouble } = useProgress();
  const { session, known, pressed, go } = useSessionAddress();
  const { slug } = data.lesson;
  const recognises = data.cards.some(({ options }) => options !== null);
  const begin = () => go(sessionName('quiz', slug, seedFrom(uuid())));
  return (
    <div className="wrap iv-place quiz">
      {trouble !== null && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      {progress !== null && isSessionOf('quiz', slug, session) ? (
        <Round
          key={session}
          begun={pressed}
          data={data}
          session={session}
          progress={progress}
          events={events}
          onAgain={begin}
        />
      ) : (
        <div className="iv-begin">
          <p>
            About {quizLength} items: answers{recognises ? ' to recognise, then' : ''} to recall, then orders,
            predictions and handlers to break. Two right answers lead up a level. A wrong one leads down, and
            tells you where to read.
          </p>
          <p className="quiz-begin">
            <button
              className="btn primary big"
              type="button"
              disabled={progress === null || !known}
              onClick={begin}
            >
              Quiz me
            </button>
          </p>
        </div>
      )}
      <noscript>
        <style>{'.quiz-begin { display: none }'}</style>
        <p className="iv-lede">
          A quiz that listens needs JavaScript, which is off in this browser. These are the questions of the
          checkpoint.
        </p>
        {data.checkpoint !== null && <Printed checkpoint={data.checkpoint} />}
      </noscript>
    </div>
  );
}

interface RoundProps {
  /** The button that began it had the focus. */
  begun: boolean;
  data: QuizData;
  session: string;
  progress: Progress;
  events: readonly ProgressEvent[];
  onAgain: () => void;
}

/** What was answered stays until somebody goes on. */
interface Held {
  item: PoolItem;
  /** Null while it is being answered once more, which counts for nothing. */
  tried: Tried | null;
  round: number;
}

const levelNames = { 1: 'recognise', 2: 'recall and decide', 3: 'work it out' } as const;

function Round({ begun, data, session, progress, events, onAgain }: RoundProps) {
  const pool = useMemo(() => poolOf(data), [data]);
  const answers = answersIn(events, session);
  const start = startLevel(events, data.lesson.slug, session);
  const [held, setHeld] = useState<Held | null>(null);
  const next = nextItem(pool, answers, { seed: session, start });
  const item = held?.item ?? next;
  const box = useRef<HTMLFieldSetElement>(null);
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef<'answered' | 'next' | null>(begun ? 'next' : null);
  const number = Math.min(quizLength, held === null ? answers.length + 1 : Math.max(1, answers.length));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these shows something else
  useEffect(() => {
    const target = moved.current;
    moved.current = null;
    if (target === 'answered') root.current?.querySelector<HTMLElement>('[data-next]')?.focus();
    if (target === 'next')
      (box.current ?? root.current?.querySelector<HTMLElement>('[data-read]') ?? heading.current)?.focus();
  }, [item?.id, held]);

  function record(shown: PoolItem, tried: Tried) {
    moved.current = 'answered';
    const again = held !== null;
    setHeld({ item: shown, tried, round: held?.round ?? 0 });
    if (again) return;
    const { id, level, card } = shown;
    const { right, sure } = tried;
    progress.append({ kind: 'quiz', session, lesson: data.lesson.slug, item: id, level, right });
    if (!right && card !== null) {
      const because = sure === 'certain' ? 'sure-and-wrong' : 'wrong';
      progress.append({ kind: 'card-forward', deck: data.lesson.slug, card, because });
    }
  }

  function goOn() {
    moved.current = 'next';
    setHeld(null);
  }

  if (item === null) {
    return (
      <section className="iv-run" ref={root} aria-labelledby="quiz-title">
        <Summary data={data} pool={pool} answers={answers} heading={heading} onAgain={onAgain} />
      </section>
    );
  }
  const tried = held?.tried ?? null;
  const passage = item.where === null ? null : { ...item.where, href: `${base}${data.lesson.href}` };
  return (
    <section className="iv-run" ref={root} aria-labelledby="quiz-title">
      <header className="iv-head">
        <h1 id="quiz-title">
          Item {number} of {quizLength}
        </h1>
        <p className="quiz-level">
          Level {item.level} of 3: {levelNames[item.level]}
        </p>
        <a className="btn plain" href={`${base}${data.lesson.href}`}>
          Stop here
        </a>
      </header>
      <Bar done={answers.length} total={quizLength} />
      <div className="quiz-item">
        {item.ask.kind === 'question' ? (
          <Item
            key={`${item.id}/${held?.round ?? 0}`}
            question={item.ask.question}
            order={orderOf(item.ask.question, session)}
            tried={tried}
            ready
            isLast={next === null}
            box={box}
            onAnswer={(answer: Answer, sure: Sureness, right: boolean) =>
              record(item, { answer, sure, right })
            }
            onNext={goOn}
            onAgain={() => {
              moved.current = 'next';
              setHeld({ item, tried: null, round: (held?.round ?? 0) + 1 });
            }}
          />
        ) : (
          <Recall
            key={item.id}
            card={item.ask.card}
            known={tried?.right ?? null}
            isLast={next === null}
            onKnown={(right) =>
              record(item, { answer: { kind: 'single', option: 0 }, sure: 'fairly', right })
            }
            onNext={goOn}
          />
        )}
        {tried?.right === false && passage !== null && (
          <p className="quiz-read">
            Read again: <a href={`${passage.href}#${passage.heading}`}>{passage.title}</a>.
          </p>
        )}
      </div>
      <p className="sr" aria-live="polite">
        {tried === null ? '' : tried.right ? 'Right.' : 'Not right. It is explained above.'}
      </p>
    </section>
  );
}
