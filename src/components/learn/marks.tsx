/** How an option is marked once the question is answered: icon and words, then colour. */
import type { ReactNode } from 'react';
import type { Mark } from '../../checkpoints/grade.ts';
import { VerdictIcon } from '../lab/marks.tsx';
import { Inline } from './Prose.tsx';

export type MarkWords = Record<Mark, string>;

export const singleWords: MarkWords = {
  'chosen-right': 'Your answer, and right.',
  'chosen-wrong': 'Your answer, not right.',
  right: 'Right.',
  left: 'Not this one.',
};

export const multipleWords: MarkWords = {
  'chosen-right': 'Chosen, and right.',
  'chosen-wrong': 'Chosen, and not right.',
  right: 'Right, and you left it out.',
  left: 'Not right, and you left it out.',
};

/** Class of an option's box. */
export function markClass(mark: Mark | null): string {
  if (mark === null) return 'opt';
  if (mark === 'chosen-wrong') return 'opt chosen wrong';
  if (mark === 'chosen-right') return 'opt chosen right';
  return mark === 'right' ? 'opt right' : 'opt';
}

interface WhyProps {
  id?: string;
  mark: Mark;
  words: MarkWords;
  text: string;
  children?: ReactNode;
}

export function Why({ id, mark, words, text, children }: WhyProps) {
  const wrong = mark === 'chosen-wrong';
  return (
    <p className="why" id={id}>
      {mark === 'left' ? (
        <span>{words[mark]}</span>
      ) : (
        <span className={wrong ? 'mark-w' : 'mark-r'}>
          <VerdictIcon kind={wrong ? 'broken' : 'holds'} />
          {words[mark]}
        </span>
      )}{' '}
      <Inline text={text} />
      {children}
    </p>
  );
}

/** The mark of a whole answer, where no option carries one. */
export function Verdict({ right }: { right: boolean }) {
  return (
    <b className={`whole ${right ? 'mark-r' : 'mark-w'}`}>
      <VerdictIcon kind={right ? 'holds' : 'broken'} />
      {right ? 'Right.' : 'Not right.'}
    </b>
  );
}
