/** A deck of the reader's own to name: a new one, or one that is there. */
import { type FormEvent, useState } from 'react';
import type { DeckNow } from '../../cards/collection.ts';
import { tintOf } from '../../cards/view.ts';
import { writeDeck } from './acts.ts';
import { Dialog } from './Dialog.tsx';
import type { Cards } from './useCards.ts';

const tints = ['sky', '1', '2', '3', '4', '5', '6', '7', '8'];
const tintNames: Record<string, string> = {
  sky: 'Sky',
  '1': 'Sand',
  '2': 'Leaf',
  '3': 'Slate',
  '4': 'Apricot',
  '5': 'Stone',
  '6': 'Sea',
  '7': 'Rose',
  '8': 'Straw',
};

export interface DeckDialogProps {
  cards: Cards;
  /** Null for a new deck. */
  deck: DeckNow | null;
  onClose(): void;
  /** With the deck's id. */
  onSaved?(id: string): void;
}

export function DeckDialog({ cards, deck, onClose, onSaved }: DeckDialogProps) {
  const [title, setTitle] = useState(deck?.title ?? '');
  const [blurb, setBlurb] = useState(deck?.blurb ?? '');
  const [tint, setTint] = useState(deck?.tint ?? 'sky');
  const isComplete = title.trim() !== '';

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!isComplete) return;
    const named = { title: title.trim(), blurb: blurb.trim(), tint };
    const id = await writeDeck(cards.progress, deck?.id ?? null, named);
    onClose();
    // A page that could not save it is the only one that knows it.
    if (cards.progress.status.kind === 'saved') onSaved?.(id);
  }

  return (
    <Dialog title={deck === null ? 'A deck of your own' : 'Name the deck'} onClose={onClose}>
      <form onSubmit={save}>
        <label>
          Title
          <input type="text" value={title} onChange={({ target }) => setTitle(target.value)} />
        </label>
        <label>
          What it is about
          <input type="text" value={blurb} onChange={({ target }) => setBlurb(target.value)} />
        </label>
        <fieldset className="tints">
          <legend>Colour</legend>
          {[...new Set([...tints, tint])].map((each) => (
            <label key={each}>
              <input type="radio" name="tint" checked={tint === each} onChange={() => setTint(each)} />
              <span className="sw" style={{ background: tintOf(each) }} />
              {tintNames[each] ?? each}
            </label>
          ))}
        </fieldset>
        <p className="dialog-acts">
          <button className="btn primary" type="submit" aria-disabled={!isComplete}>
            Save
          </button>
          <button className="btn" type="button" onClick={onClose}>
            Cancel
          </button>
          {!isComplete && <span className="quiet">A deck needs a title.</span>}
        </p>
      </form>
    </Dialog>
  );
}
