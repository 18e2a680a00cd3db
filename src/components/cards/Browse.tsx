/** The cards of a deck as a table that can be searched. Thousands of rows are drawn as they come into view. */
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { CardNow, DeckNow } from '../../cards/collection.ts';
import type { Clock } from '../../cards/queue.ts';
import { Inline } from '../learn/Prose.tsx';
import { CardDialog } from './CardDialog.tsx';
import type { Cards } from './useCards.ts';
import { count, dueWords, type StateName, stateNames, stateOf } from './words.ts';

/** Above this, only the rows in view are drawn, and all of one height. */
const mostRows = 200;
/** Block size of such a row in pixels, as the style sheet has it. */
const rowPx = 48;
/** Rows drawn above and below those in view. */
const spare = 12;

export function Browse({ cards, deck }: { cards: Cards; deck: DeckNow }) {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<StateName | ''>('');
  const [tag, setTag] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const id = useId();
  const tags = useMemo(() => [...new Set(deck.cards.flatMap((card) => card.tags))].sort(), [deck]);
  const found = useMemo(
    () =>
      deck.cards.filter(
        (card) =>
          (state === '' || stateOf(card) === state) &&
          (tag === '' || card.tags.includes(tag)) &&
          (wanted === '' || textOf(card).includes(wanted)),
      ),
    [deck, state, tag, wanted],
  );
  const opened = deck.cards.find((card) => card.id === open);

  return (
    <div className="browse">
      <div className="browse-find">
        <span>
          <label htmlFor={`${id}-search`}>Search</label>
          <input
            id={`${id}-search`}
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </span>
        <span>
          <label htmlFor={`${id}-state`}>State</label>
          <select
            id={`${id}-state`}
            value={state}
            onChange={({ target }) => setState(target.value as StateName | '')}
          >
            <option value="">All</option>
            {Object.entries(stateNames).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </span>
        {tags.length > 0 && (
          <span>
            <label htmlFor={`${id}-tag`}>Tag</label>
            <select id={`${id}-tag`} value={tag} onChange={({ target }) => setTag(target.value)}>
              <option value="">All</option>
              {tags.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </span>
        )}
        <p role="status">
          {found.length === deck.cards.length
            ? count(found.length, 'card')
            : `${found.length} of ${count(deck.cards.length, 'card')}`}
        </p>
      </div>
      {found.length === 0 ? (
        <p className="rv-lede">{deck.cards.length === 0 ? 'Add the first card.' : 'No card is like that.'}</p>
      ) : (
        <Table found={found} clock={cards.clock} onOpen={setOpen} />
      )}
      {opened !== undefined && (
        <CardDialog cards={cards} deck={deck} card={opened} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

interface TableProps {
  found: readonly CardNow[];
  clock: Clock;
  onOpen(id: string): void;
}

function Table({ found, clock, onOpen }: TableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const isLong = found.length > mostRows;
  const inView = 60;
  const from = isLong ? Math.max(0, Math.min(first, found.length - inView)) : 0;
  const to = isLong ? Math.min(found.length, from + inView) : found.length;

  function onScroll() {
    const top = box.current?.scrollTop ?? 0;
    const row = Math.max(0, Math.floor(top / rowPx) - spare);
    // In steps, so that most movements draw nothing.
    const step = row - (row % (spare / 2));
    if (isLong && step !== first) setFirst(step);
  }

  return (
    <div
      ref={box}
      className={isLong ? 'browse-rows long' : 'browse-rows'}
      onScroll={onScroll}
      {...(isLong ? { role: 'region', tabIndex: 0, 'aria-label': 'Cards, scrolls' } : {})}
    >
      <table className="grid-table" aria-rowcount={found.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Question</th>
            <th scope="col">Tags</th>
            <th scope="col">State</th>
            <th scope="col">Due</th>
          </tr>
        </thead>
        <tbody>
          {from > 0 && <Gap rows={from} />}
          {found.slice(from, to).map((card, index) => (
            <tr key={card.id} aria-rowindex={from + index + 2}>
              <td>
                <button type="button" className="browse-q" onClick={() => onOpen(card.id)}>
                  <Inline text={firstLine(card.question)} />
                </button>
                {card.edited && <span className="quiet"> edited</span>}
                {card.original === null && !card.deck.own && <span className="quiet"> yours</span>}
              </td>
              <td className="quiet">{card.tags.join(', ')}</td>
              <td>{stateNames[stateOf(card)]}</td>
              <td>{dueWords(card, clock)}</td>
            </tr>
          ))}
          {to < found.length && <Gap rows={found.length - to} />}
        </tbody>
      </table>
    </div>
  );
}

/** The room of rows that are not drawn. */
function Gap({ rows }: { rows: number }) {
  return (
    <tr aria-hidden="true" className="gap">
      <td colSpan={4} style={{ blockSize: rows * rowPx }} />
    </tr>
  );
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}

function textOf({ question, answer, tags, id }: CardNow): string {
  return `${question}\n${answer}\n${tags.join(' ')}\n${id}`.toLowerCase();
}
