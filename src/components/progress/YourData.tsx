/** Where the log is, a copy of it in a file, a copy taken in, and forgetting it all. */
import { useEffect, useId, useRef, useState } from 'react';
import { BackupError, printBackup, readBackup } from '../../progress/backup.ts';
import type { Progress } from '../../progress/progress.ts';
import { dropDrafts } from '../lab/drafts.ts';
import { lastCopy } from './shelf.ts';

export interface YourDataProps {
  progress: Progress;
  trouble: string | null;
  /** For tests: `2026-11-30`. */
  today?: () => Date;
}

/** After so many events without a copy the page reminds the reader, gently. */
const manyEvents = 200;

export function YourData({ progress, trouble, today = () => new Date() }: YourDataProps) {
  const file = useRef<HTMLInputElement>(null);
  const picker = useId();
  const [said, setSaid] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [kept, setKept] = useState<boolean | null>(null);
  const copy = lastCopy(progress.all());
  const { unknown, unreadable } = progress.skipped;

  useEffect(() => {
    navigator.storage?.persisted?.().then(setKept, () => undefined);
  }, []);

  async function askToKeep() {
    const promised = await progress.keep();
    setKept(promised);
    setSaid(
      promised
        ? 'The browser will keep it until you clear it yourself.'
        : 'The browser makes no promise here. Saved copies are the safe way.',
    );
  }

  async function save() {
    await progress.append({ kind: 'exported' });
    const url = URL.createObjectURL(
      new Blob([printBackup(progress.records())], { type: 'application/json' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = `effectively-once-${today().toISOString().slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    setWrong('');
    setSaid(`A copy of ${count(progress.records().length, 'record')} was handed to your browser to save.`);
  }

  async function take(chosen: File) {
    setBusy(true);
    setSaid('');
    setWrong('');
    try {
      const { added, known, unreadable: bad } = await progress.take(readBackup(await chosen.text()));
      setSaid(
        `${count(added, 'record')} taken in; ${known} of the file ${known === 1 ? 'was' : 'were'} here already${
          bad > 0 ? `; ${bad} could not be read and ${bad === 1 ? 'was' : 'were'} left out` : ''
        }.`,
      );
    } catch (error) {
      setWrong(
        error instanceof BackupError
          ? error.message
          : 'The file could not be read. Nothing was changed; choose it again.',
      );
    } finally {
      setBusy(false);
      if (file.current) file.current.value = '';
    }
  }

  async function erase() {
    setBusy(true);
    const done = await progress.erase();
    if (done) dropDrafts();
    setBusy(false);
    setAsked(false);
    setWrong(done ? '' : 'Nothing was erased: the store did not answer. Close other tabs and try again.');
    setSaid(done ? 'Everything is erased. This is a fresh start.' : '');
  }

  return (
    <section className="pg-data" aria-labelledby="pg-data">
      <h2 id="pg-data">Your data</h2>
      <p>All of this is in this browser, on this device, and nowhere else. {keptWords(kept)}</p>
      {trouble !== null && <p className="trouble">{trouble}</p>}
      {unreadable > 0 && (
        <p className="trouble">
          {count(unreadable, 'record')} of your progress {unreadable === 1 ? 'is' : 'are'} damaged and cannot
          be read. What is shown here is all the rest; nothing was deleted.
        </p>
      )}
      {unknown > 0 && (
        <p>
          {count(unknown, 'record')} {unknown === 1 ? 'was' : 'were'} written by a newer version of this site:
          kept, and copied along, but not shown.
        </p>
      )}
      <p>
        {copy.at === null
          ? 'You have not saved a copy yet.'
          : `Your last copy is of ${dateWords(copy.at)}; ${count(copy.since, 'thing')} happened since.`}
        {copy.since >= manyEvents &&
          ' A fresh copy would be a good idea: browsers clear their data at times.'}
      </p>
      <div className="pg-acts">
        <button type="button" className="btn primary" disabled={busy} onClick={save}>
          Save a copy
        </button>
        <label className="btn" htmlFor={picker}>
          Take in a copy
          <input
            ref={file}
            id={picker}
            className="sr"
            type="file"
            accept=".json,application/json"
            disabled={busy}
            onChange={({ currentTarget: { files } }) => {
              const [chosen] = files ?? [];
              if (chosen) take(chosen);
            }}
          />
        </label>
        {kept === false && (
          <button type="button" className="btn" onClick={askToKeep}>
            Ask the browser to keep it
          </button>
        )}
        <button type="button" className="btn" disabled={busy} onClick={() => setAsked(true)}>
          Erase everything
        </button>
      </div>
      {asked && (
        <fieldset className="pg-sure">
          <legend>Erase all progress in this browser?</legend>
          <p>Cards, reviews, answers, your versions of handlers: gone from every tab. A saved copy stays.</p>
          <button type="button" className="btn" disabled={busy} onClick={erase}>
            Erase {count(progress.records().length, 'record')}
          </button>
          <button type="button" className="btn" onClick={() => setAsked(false)}>
            Keep them
          </button>
        </fieldset>
      )}
      {wrong !== '' && (
        <p className="trouble" role="alert">
          {wrong}
        </p>
      )}
      <p aria-live="polite">{busy ? 'At work…' : said}</p>
    </section>
  );
}

function count(n: number, what: string): string {
  return `${n.toLocaleString('en-GB')} ${what}${n === 1 ? '' : 's'}`;
}

function dateWords(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

function keptWords(kept: boolean | null): string {
  if (kept === true) return 'The browser has promised to keep it.';
  return 'The browser may clear it when it needs room, or when you clear site data.';
}
