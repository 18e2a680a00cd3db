import type { ReactNode } from 'react';
import { VerdictIcon, type VerdictKind } from './marks.tsx';

export const verdictWords: Record<VerdictKind, string> = {
  holds: 'Holds',
  broken: 'Broken',
  vacuous: 'Vacuous',
  inconclusive: 'Inconclusive',
  open: 'Still open',
};

interface VerdictBadgeProps {
  kind: VerdictKind;
  /** What stands beside the word: "in 4 of 6 schedules". */
  children?: ReactNode;
  /** Inside a sentence: no ground, smaller. */
  bare?: boolean;
}

/** Icon, word, then colour; never colour alone. */
export function VerdictBadge({ kind, children, bare = false }: VerdictBadgeProps) {
  return (
    <span className={`verdict ${kind}${bare ? ' bare' : ''}`}>
      <VerdictIcon kind={kind} />
      <span>
        <strong>{verdictWords[kind]}</strong>
        {children ? (
          <>
            {kind === 'open' ? null : ' '}
            <span className="vt">
              {kind === 'open' && ', '}
              {children}
            </span>
          </>
        ) : null}
      </span>
    </span>
  );
}
