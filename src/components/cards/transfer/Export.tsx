/** Cards as a file for another program. */
import { useId, useState } from 'react';
import { type Format, fileTypes } from '../../../cards/formats/formats.ts';
import type { Cards } from '../useCards.ts';
import { count } from '../words.ts';
import { ask } from './ask.ts';
import { filesOf } from './plan.ts';

const formats: Record<Format, string> = {
  apkg: 'Anki package (.apkg)',
  'anki-text': 'Anki, notes in plain text (.txt)',
  csv: 'Spreadsheet, commas (.csv)',
  tsv: 'Spreadsheet, tabs (.tsv)',
  mochi: 'Mochi (.mochi)',
  deck: 'Deck file of this site (.deck)',
  json: 'JSON, with everything (.json)',
};
const keepsDates: readonly Format[] = ['apkg', 'json'];

export function Export({ cards: { collection } }: { cards: Cards }) {
  const name = useId();
  const decks = collection.decks.filter(({ cards }) => cards.length > 0);
  const [deck, setDeck] = useState('');
  const [format, setFormat] = useState<Format>('apkg');
  const [scheduling, setScheduling] = useState(true);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const [said, setSaid] = useState<string[]>([]);

  async function write() {
    const only = deck === '' ? decks.map(({ id }) => id) : [deck];
    setBusy(true);
    setWrong('');
    setSaid([]);
    const files = filesOf(collection, only, scheduling && keepsDates.includes(format));
    const answer = await ask({ kind: 'write', format, decks: files, scheduling, separator: null });
    setBusy(false);
    if (answer.kind === 'refused') return setWrong(answer.message);
    if (answer.kind !== 'written') return;
    const { extension, mime } = fileTypes[format];
    const bytes = new Uint8Array(answer.writing.bytes);
    const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${deck === '' ? 'effectively-once' : deck}.${extension}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    const sum = files.reduce((all, { cards }) => all + cards.length, 0);
    setSaid([`${count(sum, 'card')} handed to your browser to save.`, ...answer.writing.report]);
  }

  return (
    <section className="transfer" aria-labelledby="export">
      <h2 id="export">Take cards along</h2>
      <p>With your own texts, and if you like with when each is due. Taken in again, nothing comes twice.</p>
      <div className="transfer-acts">
        <div className="field">
          <label htmlFor={`${name}-deck`}>Cards</label>
          <select
            id={`${name}-deck`}
            value={deck}
            onChange={({ currentTarget }) => setDeck(currentTarget.value)}
          >
            <option value="">of all decks</option>
            {decks.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${name}-format`}>For</label>
          <select
            id={`${name}-format`}
            value={format}
            onChange={({ currentTarget }) => setFormat(currentTarget.value as Format)}
          >
            {Object.entries(formats).map(([value, says]) => (
              <option key={value} value={value}>
                {says}
              </option>
            ))}
          </select>
        </div>
        {keepsDates.includes(format) && (
          <label className="check">
            <input type="checkbox" checked={scheduling} onChange={() => setScheduling(!scheduling)} /> with
            when they are due
          </label>
        )}
        <button type="button" className="btn primary" disabled={busy} onClick={write}>
          Save the file
        </button>
      </div>
      {wrong !== '' && (
        <p className="trouble" role="alert">
          {wrong}
        </p>
      )}
      <div aria-live="polite">
        {said.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </section>
  );
}
