/**
 * A lesson's checkpoint: one question at a time, marked at once, resumed where it was left.
 * An island. What the server draws is the first question of a first attempt; without JavaScript
 * the questions are a list with their answers.
 */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { capital, inWords } from '../../cards/text.ts';
import { happeningsOf, lastTry, type Standing, shownOrder, standing } from '../../checkpoints/attempt.ts';
import type { Checkpoint as CheckpointData, Question } from '../../checkpoints/checkpoint.ts';
import type { Answer, Sureness } from '../../progress/events.ts';
import { uuid } from '../../progress/uuid.ts';
import { Item } from './Item.tsx';
import { Printed } from './Printed.tsx';
import { Result } from './Result.tsx';
import './learn.css';
import { useProgress } from './useProgress.ts';

export interface CheckpointProps {
  checkpoint: CheckpointData;
}

/** A second press within this time was meant for the button that the first one took away. */
const doublePressMs = 400;

/** Which question is on the page, when it is not simply the first open one. */
interface Held {
  /** Its place among the questions. */
  at: number;
  /** It is being answered once more: the mark is covered. */
  again: boolean;
  /** How often it was begun again: each time draws it anew. */
  round: number;
}

export default function Checkpoint({ checkpoint }: CheckpointProps) {
  const { questions } = checkpoint;
  const { progress, events, trouble } = useProgress();
  const [held, setHeld] = useState<Held | null>(null);
  /** The reader has asked for another attempt; the log knows of it from its first answer on. */
  const [afresh, setAfresh] = useState(false);
  const [said, setSaid] = useState('');
  const [kept, setKept] = useState<boolean | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useRef<'item' | 'next' | null>(null);
  const answeredAt = useRef(Number.NEGATIVE_INFINITY);

  const stand = standing(events, checkpoint, afresh);
  const at = held?.at ?? stand.next;
  const question = questions[at];
  const tried = question === undefined || held?.again ? null : lastTry(stand.attempt, question);
  const tries = question === undefined ? 0 : (stand.attempt?.tries[question.id]?.length ?? 0);

  // The button that was pressed is gone after its press: the focus goes where reading goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these draws another item
  useEffect(() => {
    const target = focus.current;
    focus.current = null;
    if (target === 'next') root.current?.querySelector<HTMLElement>('[data-next]')?.focus();
    if (target === 'item') (box.current ?? heading.current)?.focus();
  }, [at, tries, held]);

  function answer(given: Answer, sure: Sureness, right: boolean) {
    if (progress === null || question === undefined) return;
    const added = happeningsOf(checkpoint, stand, { question, answer: given, sure, right, newId: uuid() });
    focus.current = 'next';
    answeredAt.current = performance.now();
    setHeld({ at, again: false, round: held?.round ?? 0 });
    setAfresh(false);
    setSaid(spoken(question, right));
    for (const happening of added) progress.append(happening);
    if (added.some(({ kind }) => kind === 'finish')) progress.keep().then(setKept);
  }

  /** A key has no click count, and the second half of a double click has 2; one click is meant. */
  function goOn({ detail }: MouseEvent) {
    if (detail !== 1 && performance.now() - answeredAt.current < doublePressMs) return;
    show(null);
  }

  function show(next: Held | null) {
    focus.current = 'item';
    setSaid('');
    setHeld(next);
  }

  return (
    <div className="checkpoint" ref={root}>
      <div className="checkpoint-live">
        <p className="check-sub">{subline(checkpoint, stand, question === undefined ? null : at)}</p>
        {stand.changed && (
          <p className="check-sub">The questions have changed since you were here, so this begins anew.</p>
        )}
        {question === undefined ? (
          stand.attempt !== null && (
            <Result
              checkpoint={checkpoint}
              attempt={stand.attempt}
              events={events}
              heading={heading}
              kept={kept}
              onAgain={() => {
                setAfresh(true);
                show(null);
              }}
            />
          )
        ) : (
          <Item
            key={`${stand.ordinal}/${question.id}/${held?.round ?? 0}`}
            question={question}
            order={shownOrder(checkpoint, stand.ordinal, question)}
            tried={tried}
            ready={progress !== null}
            isLast={stand.next >= questions.length}
            box={box}
            onAnswer={answer}
            onNext={goOn}
            onAgain={() => show({ at, again: true, round: (held?.round ?? 0) + 1 })}
          />
        )}
        {trouble !== null && <p className="check-sub trouble">{trouble}</p>}
        <p className="sr" aria-live="polite">
          {said}
        </p>
      </div>
      <noscript>
        <style>{'.checkpoint-live { display: none } .checkpoint-all { display: block }'}</style>
      </noscript>
      {/* On paper, and without scripts, all questions with their answers. */}
      <div className="checkpoint-all">
        <Printed checkpoint={checkpoint} />
      </div>
    </div>
  );
}

/** "Question 3 of 5. Two right so far; four right answers pass." */
function subline({ questions, pass }: CheckpointData, { right, next }: Standing, at: number | null): string {
  if (at === null) return `All ${inWords(questions.length)} answered.`;
  const passing = `${inWords(pass)} right ${pass === 1 ? 'answer passes' : 'answers pass'}.`;
  const sofar = next === 0 ? '' : `${capital(inWords(right))} right so far; `;
  return `Question ${at + 1} of ${questions.length}. ${sofar === '' ? capital(passing) : sofar + passing}`;
}

/** What a screen reader says at once; the explanations stand beside the options. */
function spoken(question: Question, right: boolean): string {
  if (right) return 'Right. Every option is explained above.';
  if (!('options' in question)) return 'Not right. It is explained above.';
  const answers = question.options
    .filter((option) => option.right)
    .map(({ text, why }) => `${text.replace(/[.]$/, '')}. ${why}`);
  return `Not right. The right answer: ${answers.join(' And: ')}`.replaceAll('`', '');
}
