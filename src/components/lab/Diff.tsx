import { diffLines } from 'diff';
import { paint } from './Code.tsx';
import { type CodeLanguage, tokenize } from './tokenize.ts';

export interface DiffProps {
  before: string;
  after: string;
  language: CodeLanguage;
  file: string;
}

export interface DiffLine {
  sign: '+' | '−' | ' ';
  text: string;
  /** Place in its text, from 0: the new one, or the old one for a line that is gone. */
  at: number;
}

/** Both texts as one list of lines: kept, added, taken away. */
export function diffOf(before: string, after: string): DiffLine[] {
  let old = 0;
  let now = 0;
  return diffLines(ended(before), ended(after)).flatMap((part) =>
    part.value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): DiffLine => {
        const sign = part.added ? '+' : part.removed ? '−' : ' ';
        const at = sign === '−' ? old : now;
        if (sign !== '+') old += 1;
        if (sign !== '−') now += 1;
        return { sign, text, at };
      }),
  );
}

/** Without a last line feed an unchanged last line would count as changed. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** What the reader has changed: a sign before each line, then a wash. Never the wash alone. */
export function Diff({ before, after, language, file }: DiffProps) {
  const lines = diffOf(before, after);
  const added = lines.filter((line) => line.sign === '+').length;
  const gone = lines.filter((line) => line.sign === '−').length;
  // Whole texts are read, not lines: a statement may run over several.
  const inked = { old: tokenize(before, language), now: tokenize(after, language) };
  if (added + gone === 0) return <p className="ed-note">{file} is as it was at the start.</p>;
  return (
    <section className="diff" aria-label={`Changes in ${file}`}>
      <p className="ed-note">
        {file}: {added} added, {gone} taken away.
      </p>
      <pre className="code wrap">
        <code>
          {lines.map((line, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew for each comparison
              key={index}
              className={`l${line.sign === '+' ? ' is-add' : line.sign === '−' ? ' is-gone' : ''}`}
              data-n={line.sign}
            >
              <span className="sr">
                {line.sign === '+' ? 'added: ' : line.sign === '−' ? 'taken away: ' : ''}
              </span>
              {paint((line.sign === '−' ? inked.old : inked.now)[line.at] ?? [])}
            </span>
          ))}
        </code>
      </pre>
    </section>
  );
}
