/** Which line is it? The handler's lines are the options. */
import { type CSSProperties, useId, useMemo } from 'react';
import { markOf } from '../../checkpoints/grade.ts';
import { paint } from '../lab/Code.tsx';
import { indentOf, tokenize } from '../lab/tokenize.ts';
import type { PartProps } from './answers.ts';
import { markClass, singleWords, Why } from './marks.tsx';
import { Inline } from './Prose.tsx';

export function SpotLine({ question, draft, onDraft, given }: PartProps<'spot-line'>) {
  const name = useId();
  const { code, file, right, lines: whys, otherwise } = question;
  const painted = useMemo(() => tokenize(code.join('\n'), 'ts'), [code]);
  const answer = given ?? draft?.answer;
  const chosen = answer?.kind === 'spot-line' ? answer.line : null;
  return (
    <>
      <p className="item-how">
        <code>{file}</code>
      </p>
      <div className="spot">
        {painted.map((tokens, index) => {
          const line = index + 1;
          // An empty line is no option; its number keeps those around it in their places.
          if (code[index]?.trim() === '' && !right.includes(line)) {
            return (
              <div key={line} className="spot-l empty" aria-hidden="true">
                <span className="spot-n">{line}</span>
              </div>
            );
          }
          const mark = given === null ? null : markOf(right.includes(line), chosen === line);
          const why = whys[line] ?? (chosen === line ? otherwise : undefined);
          const whyId = `${name}-${line}`;
          const explained = mark !== null && why !== undefined;
          return (
            <div key={line} className={`spot-l ${markClass(mark).replace(/^opt ?/, '')}`}>
              <label>
                <input
                  type="radio"
                  name={name}
                  checked={chosen === line}
                  onChange={() => given ?? onDraft({ answer: { kind: 'spot-line', line }, trace: null })}
                  {...(given === null ? {} : { 'aria-disabled': true })}
                  {...(explained ? { 'aria-describedby': whyId } : {})}
                />
                <span className="spot-n">
                  <span className="sr">Line </span>
                  {line}
                </span>
                <code style={{ '--ind': indentOf(tokens) } as CSSProperties}>{paint(tokens)}</code>
              </label>
              {explained && <Why id={whyId} mark={mark} words={singleWords} text={why} />}
            </div>
          );
        })}
      </div>
      {given !== null && (
        <p className="item-why">
          <b>Every other line.</b> <Inline text={otherwise} />
        </p>
      )}
    </>
  );
}
