import type { CSSProperties, ReactNode } from 'react';
import { Mark, workerClass } from './marks.tsx';
import { type CodeLanguage, indentOf, type Token, tokenize } from './tokenize.ts';
import { formatCount } from './words.ts';

/** Lines `from` to `to` wear the class `is-<kind>`. */
export interface CodeMark {
  from: number;
  to: number;
  kind: 'check' | 'gap' | 'act' | 'add' | 'gone' | 'fault';
}

/** Where a worker stands: the lines of the step that it would make next. */
export interface CodeCursor {
  worker: number;
  line: number;
  endLine: number;
}

/** A moment at which a worker ran a line. */
export interface CodeRun {
  worker: number;
  /** Of the attempt, where it is not the worker's first: "W1.2". */
  name?: string;
  moment: number;
  line: number;
}

export interface CodeProps {
  source: string;
  language?: CodeLanguage;
  /** Names the listing for those who cannot see it. */
  label: string;
  marks?: CodeMark[];
  cursors?: CodeCursor[];
  ran?: CodeRun[];
  className?: string;
}

/** Code in one ink: bold keywords, italic comments, SQL on a wash. Colour stays free for workers. */
export function Code({
  source,
  language = 'ts',
  label,
  marks = [],
  cursors = [],
  ran = [],
  className,
}: CodeProps) {
  const lines = tokenize(source.replace(/\n+$/, ''), language);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listing is no fieldset
    <pre className={`code wrap${className ? ` ${className}` : ''}`} role="group" aria-label={label}>
      <code>
        {lines.map((line, index) => {
          const number = index + 1;
          const here = cursors.filter((cursor) => cursor.line <= number && number <= cursor.endLine);
          const starts = here.filter((cursor) => cursor.line === number);
          const runs = ran.filter((run) => run.line === number);
          const classes = [
            'l',
            ...here.map((cursor) => `at-w${cursor.worker + 1}`),
            ...(here.length > 0 ? [here.length > 1 ? 'at many' : 'at'] : []),
            ...marks
              .filter((mark) => mark.from <= number && number <= mark.to)
              .map((mark) => `is-${mark.kind}`),
          ];
          return (
            <span key={number} className={classes.join(' ')} data-n={number} style={hang(line)}>
              {starts.length > 0 && (
                <span className="cur">
                  {starts.map(({ worker }) => (
                    <span key={worker} className={`c-w${worker + 1}`}>
                      <Mark index={worker} />
                    </span>
                  ))}
                </span>
              )}
              {paint(line)}
              {runs.length > 0 && (
                <span className="ran">
                  {runs.map(({ worker, name = `W${worker + 1}`, moment }) => (
                    <span key={moment} className={`r-w${worker + 1} r ${workerClass(worker)}`}>
                      <span className="sr">{`${name} at moment `}</span>
                      {moment}
                    </span>
                  ))}
                </span>
              )}
            </span>
          );
        })}
      </code>
    </pre>
  );
}

function hang(line: Token[]): CSSProperties {
  return { '--ind': indentOf(line) } as CSSProperties;
}

/** Breaking one line of many thousand characters would hold up the page for seconds. */
const lineLimit = 400;

/** The beginning of a line, and how many characters of it are left out. */
function shortened(line: Token[]): { shown: Token[]; more: number } {
  const length = line.reduce((sum, token) => sum + token.text.length, 0);
  if (length <= lineLimit) return { shown: line, more: 0 };
  const shown: Token[] = [];
  let room = lineLimit;
  for (const token of line) {
    if (room <= 0) break;
    shown.push({ ...token, text: token.text.slice(0, room) });
    room -= token.text.length;
  }
  return { shown, more: length - lineLimit };
}

/** Leading spaces stay off the wash, so that it follows the text. */
export function paint(line: Token[]): ReactNode {
  if (line.length === 0) return ' ';
  const { shown, more } = shortened(line);
  const out: ReactNode[] = [];
  let washed: Token[] = [];
  const flush = () => {
    if (washed.length === 0) return;
    const [first, ...rest] = washed;
    const lead = out.length === 0 ? (/^ */.exec(first?.text ?? '')?.[0] ?? '') : '';
    if (lead) out.push(lead);
    const inside = first ? [{ ...first, text: first.text.slice(lead.length) }, ...rest] : rest;
    out.push(
      <span key={out.length} className="sq">
        {inside.map(inked)}
      </span>,
    );
    washed = [];
  };
  for (const token of shown) {
    if (token.wash) washed.push(token);
    else {
      flush();
      out.push(inked(token, out.length));
    }
  }
  flush();
  if (more > 0) {
    out.push(
      <i key={out.length} className="cm">
        … {formatCount(more)} more
      </i>,
    );
  }
  return out;
}

function inked(token: Token, key: number): ReactNode {
  if (token.kind === 'keyword') return <b key={key}>{token.text}</b>;
  if (token.kind === 'comment') {
    return (
      <i key={key} className="cm">
        {token.text}
      </i>
    );
  }
  return token.text;
}
