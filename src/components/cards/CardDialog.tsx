/** One card to write, and what is known of it. */
import { type FormEvent, useState } from 'react';
import type { CardNow, DeckNow } from '../../cards/collection.ts';
import { dayOf } from '../../cards/day.ts';
import { mostCardCharacters } from '../../cards/formats/shape.ts';
import { schedulerFor } from '../../cards/schedule.ts';
import { resetCard, restoreCard, suspendCard, writeCard } from './acts.ts';
import { Dialog } from './Dialog.tsx';
import { Face } from './Face.tsx';
import type { Cards } from './useCards.ts';
import { ago, count, dueWords } from './words.ts';

export interface CardDialogProps {
  cards: Cards;
  deck: DeckNow;
  /** Null for a card that is not there yet. */
  card: CardNow | null;
  onClose(): void;
}

export function CardDialog({ cards, deck, card, onClose }: CardDialogProps) {
  const { progress } = cards;
  const [question, setQuestion] = useState(card?.question ?? '');
  const [answer, setAnswer] = useState(card?.answer ?? '');
  const [tags, setTags] = useState(card?.tags.join(', ') ?? '');
  const wrong = wrongWith(question.trim(), answer.trim());

  function save(event: FormEvent) {
    event.preventDefault();
    if (wrong !== null) return;
    const text = { question: question.trim(), answer: answer.trim(), tags: tagsOf(tags) };
    const isSame =
      card !== null &&
      card.question === text.question &&
      card.answer === text.answer &&
      card.tags.join() === text.tags.join();
    if (!isSame) writeCard(progress, deck.id, card?.id ?? null, text);
    onClose();
  }

  function andClose(act: Promise<void>) {
    act.catch(() => undefined);
    onClose();
  }

  return (
    <Dialog title={card === null ? `A new card in ${deck.title}` : 'Edit the card'} onClose={onClose}>
      <form onSubmit={save}>
        <label>
          Question
          <textarea rows={3} value={question} onChange={({ target }) => setQuestion(target.value)} />
        </label>
        <label>
          Answer
          <textarea rows={5} value={answer} onChange={({ target }) => setAnswer(target.value)} />
        </label>
        <label>
          Tags, with commas between them
          <input type="text" value={tags} onChange={({ target }) => setTags(target.value)} />
        </label>
        <details>
          <summary>How it will look</summary>
          <div className="card small" data-side="back">
            <Face card={{ question, answer, see: card?.see ?? null }} side="back" />
          </div>
          <p className="rv-hint">`code`, *stress*, **strong**; a blank line begins a paragraph.</p>
        </details>
        <p className="dialog-acts">
          <button className="btn primary" type="submit" aria-disabled={wrong !== null}>
            Save
          </button>
          <button className="btn" type="button" onClick={onClose}>
            Cancel
          </button>
          {wrong !== null && <span className="quiet">{wrong}</span>}
        </p>
      </form>
      {card !== null && (
        <>
          <Known cards={cards} card={card} />
          <p className="dialog-acts">
            <button
              className="btn"
              type="button"
              onClick={() => andClose(suspendCard(progress, card, card.record.suspended === null))}
            >
              {card.record.suspended === null ? 'Suspend it' : 'Take it back'}
            </button>
            {card.record.state.phase !== 'new' && (
              <button className="btn" type="button" onClick={() => andClose(resetCard(progress, card))}>
                Reset: as new again
              </button>
            )}
            {card.edited && (
              <button className="btn" type="button" onClick={() => andClose(restoreCard(progress, card))}>
                Back to the original
              </button>
            )}
            {card.original === null && (
              <button className="btn" type="button" onClick={() => andClose(restoreCard(progress, card))}>
                Delete this card
              </button>
            )}
          </p>
        </>
      )}
    </Dialog>
  );
}

function Known({ cards: { clock, collection }, card }: { cards: Cards; card: CardNow }) {
  const { state, rated } = card.record;
  if (state.last === null) return <p className="rv-hint start">It has not been asked yet.</p>;
  const recall = schedulerFor(collection.settings.retention).recall(state, clock);
  return (
    <dl className="facts">
      <div>
        <dt>Asked</dt>
        <dd>
          {count(rated.length, 'time')}, last {ago(clock.today - dayOf(state.last))}
        </dd>
      </div>
      <div>
        <dt>Failed</dt>
        <dd>{count(state.lapses, 'time')}</dd>
      </div>
      <div>
        <dt>Next</dt>
        <dd>{dueWords(card, clock)}</dd>
      </div>
      <div>
        <dt>Recalled now with</dt>
        <dd>{Math.round(recall * 100)} %</dd>
      </div>
    </dl>
  );
}

/** One sentence, or null where a card can be made of it. */
function wrongWith(question: string, answer: string): string | null {
  if (question === '' || answer === '') return 'A card needs a question and an answer.';
  const longest = Math.max(question.length, answer.length);
  if (longest <= mostCardCharacters) return null;
  const [has, most] = [longest, mostCardCharacters].map((number) => number.toLocaleString('en'));
  return `Its ${answer.length === longest ? 'answer' : 'question'} has ${has} characters, and a side has at most ${most}. Make several cards of it.`;
}

function tagsOf(text: string): string[] {
  return [...new Set(text.split(',').flatMap((tag) => tag.trim() || []))];
}
