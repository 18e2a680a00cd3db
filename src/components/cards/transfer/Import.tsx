/** Cards from a file: read, shown, and taken only when the reader says so. */
import { useId, useMemo, useRef, useState } from 'react';
import { type DeckFile, limits } from '../../../cards/formats/shape.ts';
import type { Cards } from '../useCards.ts';
import { base } from '../useCards.ts';
import { count } from '../words.ts';
import { ask } from './ask.ts';
import { deckIds, eventsOf, type Plan, planOf, saidOnce } from './plan.ts';

const separators = [
  { value: '', says: 'as the file has it' },
  { value: 'tab', says: 'tab' },
  { value: 'comma', says: 'comma' },
  { value: 'semicolon', says: 'semicolon' },
  { value: 'pipe', says: 'upright stroke' },
];

/** So many cards are shown before anything is taken. */
const shownCards = 8;

interface Read {
  name: string;
  decks: readonly DeckFile[];
  report: string[];
}

export function Import({ cards: { collection, progress } }: { cards: Cards }) {
  const picker = useId();
  const input = useRef<HTMLInputElement>(null);
  const [separator, setSeparator] = useState('');
  const [busy, setBusy] = useState(false);
  const [read, setRead] = useState<Read | null>(null);
  const [wrong, setWrong] = useState('');
  const [said, setSaid] = useState('');
  const [replace, setReplace] = useState(false);
  const [scheduling, setScheduling] = useState(true);
  // Another tab may take the same file in while this one shows what is in it.
  const plan = useMemo(() => read && planOf(read.decks, collection), [read, collection]);

  async function look(file: File) {
    setRead(null);
    setSaid('');
    setWrong('');
    if (file.size > limits.fileBytes)
      return setWrong(
        `The file has more than ${limits.fileBytes / 1024 / 1024} MB. Split it into smaller ones.`,
      );
    setBusy(true);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const answer = await ask({
        kind: 'read',
        name: file.name,
        bytes,
        separator: separator || null,
        quotes: true,
      });
      if (answer.kind === 'refused') setWrong(answer.message);
      else if (answer.kind === 'read') {
        const { decks, report } = answer.reading;
        setRead({ name: file.name, decks, report });
      }
    } catch {
      setWrong('The file could not be read. Choose it again.');
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  }

  async function take() {
    if (plan === null) return;
    const log = progress.all();
    const events = saidOnce(eventsOf(plan, { replace, scheduling }, deckIds(log)), log);
    const cards = events.filter(({ kind }) => kind === 'card-text').length;
    setBusy(true);
    await progress.appendAll(events);
    setBusy(false);
    setRead(null);
    setSaid(`${count(cards, 'card')} taken. They are among your decks now.`);
  }

  return (
    <section className="transfer" aria-labelledby="import">
      <h2 id="import">Take cards in</h2>
      <p>
        From Anki (<code>.apkg</code>, or notes in plain text), Mochi (<code>.mochi</code>), a spreadsheet (
        <code>.csv</code>, <code>.tsv</code>), a deck file of this site, or its JSON. You see what is in it
        before anything changes.
      </p>
      <div className="transfer-acts">
        <label className="btn primary" htmlFor={picker}>
          Choose a file
          <input
            ref={input}
            id={picker}
            className="sr"
            type="file"
            disabled={busy}
            accept=".apkg,.colpkg,.mochi,.txt,.csv,.tsv,.deck,.json"
            onChange={({ currentTarget: { files } }) => {
              const [chosen] = files ?? [];
              if (chosen) look(chosen);
            }}
          />
        </label>
        <div className="field">
          <label htmlFor={`${picker}-cells`}>Between cells</label>
          <select
            id={`${picker}-cells`}
            value={separator}
            onChange={({ currentTarget }) => setSeparator(currentTarget.value)}
          >
            {separators.map(({ value, says }) => (
              <option key={value} value={value}>
                {says}
              </option>
            ))}
          </select>
        </div>
      </div>
      {wrong !== '' && (
        <p className="trouble" role="alert">
          {wrong}
        </p>
      )}
      <p aria-live="polite">
        {busy ? 'At work…' : said}
        {said !== '' && (
          <>
            {' '}
            <a href={`${base}/cards/`}>To the decks</a>
          </>
        )}
      </p>
      {read && plan && (
        <Preview
          name={read.name}
          plan={plan}
          report={read.report}
          replace={replace}
          scheduling={scheduling}
          busy={busy}
          onReplace={setReplace}
          onScheduling={setScheduling}
          onTake={take}
          onLeave={() => setRead(null)}
        />
      )}
    </section>
  );
}

interface PreviewProps {
  name: string;
  plan: Plan;
  report: readonly string[];
  replace: boolean;
  scheduling: boolean;
  busy: boolean;
  onReplace(on: boolean): void;
  onScheduling(on: boolean): void;
  onTake(): void;
  onLeave(): void;
}

function Preview({
  name,
  plan,
  report,
  replace,
  scheduling,
  busy,
  onReplace,
  onScheduling,
  onTake,
  onLeave,
}: PreviewProps) {
  const { decks } = plan;
  const sum = (pick: (deck: Plan['decks'][number]) => number) =>
    decks.reduce((all, deck) => all + pick(deck), 0);
  const [fresh, other, same] = [sum((d) => d.fresh.length), sum((d) => d.other.length), sum((d) => d.same)];
  const dated = sum((deck) => deck.fresh.filter((card) => card.scheduling !== null).length);
  const first = decks.flatMap((deck) => deck.fresh).slice(0, shownCards);
  const taken = fresh + (replace ? other : 0);
  return (
    <div className="preview">
      <h3>What is in {name}</h3>
      <ul>
        {decks.map(({ title, into, fresh: news, same: equal, other: changed }) => (
          <li key={title}>
            <b>{title}</b>: {count(news.length, 'new card')}
            {into === null ? ', in a new deck' : ', into the deck of that name'}
            {equal > 0 && `; ${equal} here already`}
            {changed.length > 0 && `; ${changed.length} here already with another text`}
          </li>
        ))}
        {decks.length === 0 && <li>No card that could be read.</li>}
      </ul>
      {report.length > 0 && (
        <details open={report.length < 6}>
          <summary>Left out or changed: {count(report.length, 'remark')}</summary>
          <ul>
            {report.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      {first.length > 0 && (
        <table className="grid-table">
          <caption>{first.length < fresh ? `The first ${first.length} new cards` : 'The new cards'}</caption>
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Answer</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ id, question, answer }) => (
              <tr key={id}>
                <td>{excerpt(question)}</td>
                <td>{excerpt(answer)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {other > 0 && (
        <label className="check">
          <input type="checkbox" checked={replace} onChange={() => onReplace(!replace)} /> Replace the text of{' '}
          {count(other, 'card')} that you have with another one
        </label>
      )}
      {dated > 0 && (
        <label className="check">
          <input type="checkbox" checked={scheduling} onChange={() => onScheduling(!scheduling)} /> Take over
          when {dated} of them are due
        </label>
      )}
      <p className="transfer-acts">
        <button type="button" className="btn primary" disabled={busy || taken === 0} onClick={onTake}>
          {taken === 0 && same > 0 ? 'Everything is here already' : `Take ${count(taken, 'card')}`}
        </button>
        <button type="button" className="btn" disabled={busy} onClick={onLeave}>
          Leave them
        </button>
      </p>
    </div>
  );
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').slice(0, 161);
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
