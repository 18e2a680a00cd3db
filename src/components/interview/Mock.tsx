/** A mock interview: one design question in timed stages. An island. */
import { useEffect, useRef, useState } from 'react';
import { missedCards, type Prompt } from '../../interview/question.ts';
import { type Given, givenIn, isSessionOf, seedFrom, sessionName } from '../../interview/session.ts';
import { uuid } from '../../progress/uuid.ts';
import { useProgress } from '../learn/useProgress.ts';
import { useSessionAddress } from './address.ts';
import './interview.css';
import { MockReport } from './MockReport.tsx';
import { Bar, Clock, useElapsed } from './parts.tsx';
import { StagePart, type StageStep } from './StagePart.tsx';
import { base } from './useInterview.ts';

export default function Mock({ prompt }: { prompt: Prompt }) {
  const { progress, events, trouble } = useProgress();
  const { session, known, go, pressed } = useSessionAddress();
  const begin = () => go(sessionName('mock', prompt.id, seedFrom(uuid())));
  const minutes = prompt.stages.reduce((sum, stage) => sum + stage.minutes, 0);
  return (
    <div className="wrap iv-place">
      {trouble !== null && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      {progress === null || !known ? (
        <p className="iv-wait">Your progress is being looked up.</p>
      ) : isSessionOf('mock', prompt.id, session) ? (
        <Stages
          key={session}
          begun={pressed}
          prompt={prompt}
          given={givenIn(events, session)}
          onDone={(stage, ticked, tookMs) => {
            const { id, rubric, cards } = prompt.stages[stage] ?? { id: '', rubric: [], cards: [] };
            progress.append({
              kind: 'interview',
              session,
              question: `${prompt.id}/${id}`,
              ticked,
              of: rubric.length,
              tookMs: Math.round(tookMs),
            });
            for (const { deck, card } of missedCards(cards, ticked))
              progress.append({ kind: 'card-forward', deck, card, because: 'wrong' });
          }}
          onAgain={begin}
        />
      ) : (
        <div className="iv-begin">
          <p>
            {prompt.stages.length} stages, {minutes} minutes. In each you hear what the interviewer says, talk
            or write, hear what they ask when you stop, and then compare with an answer and its rubric.
          </p>
          <p>
            <button className="btn primary big" type="button" onClick={begin}>
              Begin
            </button>
          </p>
        </div>
      )}
    </div>
  );
}

interface StagesProps {
  /** The button that began it had the focus. */
  begun: boolean;
  prompt: Prompt;
  given: ReadonlyMap<string, Given>;
  onDone: (stage: number, ticked: number[], tookMs: number) => void;
  onAgain: () => void;
}

function Stages({ begun, prompt, given, onDone, onAgain }: StagesProps) {
  const { stages } = prompt;
  const open = stages.findIndex(({ id }) => !given.has(`${prompt.id}/${id}`));
  const [shown, setShown] = useState<{ at: number; step: StageStep }>({ at: open, step: 'talk' });
  const step = shown.at === open ? shown.step : 'talk';
  const [notes, setNotes] = useState<Record<string, string>>({});
  const talking = useElapsed(String(open), open !== -1);
  const took = useRef(0);
  const box = useRef<HTMLElement>(null);
  const moved = useRef(begun);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these shows something else
  useEffect(() => {
    if (!moved.current) return;
    const parts = box.current?.querySelectorAll<HTMLElement>('[data-read]');
    parts?.[parts.length - 1]?.focus();
  }, [open, step]);

  const stage = stages[open];
  if (stage === undefined) {
    return (
      <section className="iv-run" ref={box} aria-labelledby="iv-title">
        <MockReport prompt={prompt} given={given} onAgain={onAgain} />
      </section>
    );
  }
  const running = step !== 'answer';
  return (
    <section className="iv-run" ref={box} aria-labelledby="iv-title">
      <header className="iv-head">
        <h1 id="iv-title">
          {open + 1}. {stage.title}
        </h1>
        <Clock ms={running ? talking.ms : took.current} minutes={stage.minutes} running={running} />
        <a className="btn plain" href={`${base}/interview/`}>
          Stop here
        </a>
      </header>
      <Bar done={open} total={stages.length} />
      <article className="iv-card">
        <header>
          <span>{prompt.title}</span>
          <span>
            stage {open + 1} of {stages.length}
          </span>
        </header>
        <StagePart
          key={stage.id}
          stage={stage}
          step={step}
          isLast={open === stages.length - 1}
          notes={notes[stage.id] ?? ''}
          onNotes={(text) => setNotes({ ...notes, [stage.id]: text })}
          onShow={(next) => {
            moved.current = true;
            if (next === 'answer') took.current = talking.read();
            setShown({ at: open, step: next });
          }}
          onDone={(ticked) => {
            moved.current = true;
            onDone(open, ticked, took.current);
          }}
        />
      </article>
    </section>
  );
}
