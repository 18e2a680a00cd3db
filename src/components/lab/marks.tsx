/** The small drawings: a worker's shape, a verdict's icon, the icons on buttons. */
import type { ReactNode } from 'react';

export type VerdictKind = 'holds' | 'broken' | 'vacuous' | 'inconclusive' | 'open';

/** Each worker's shape; more workers than shapes begin again, and their names tell them apart. */
const shapes: ReactNode[] = [
  <circle key="s" cx="8" cy="8" r="6.6" />,
  <rect key="s" x="2" y="2" width="12" height="12" />,
  <path key="s" d="M8 1.4 15 14H1z" />,
  <path key="s" d="M8 .8 15.2 8 8 15.2.8 8z" />,
  <path key="s" d="M4.4 1.8h7.2L15.2 8l-3.6 6.2H4.4L.8 8z" />,
  <path key="s" d="M5.6 1.4h4.8v4.2h4.2v4.8h-4.2v4.2H5.6v-4.2H1.4V5.6h4.2z" />,
];

/** The bare shape, for use inside another drawing. @param index - Place in the lab's task order. */
export function shapeOf(index: number): ReactNode {
  return shapes[Math.max(0, index) % shapes.length];
}

/** `w1`, `w2`, `w3` have colours of their own; from the fourth on a worker is drawn in ink. Empty for nobody. */
export function workerClass(index: number): string {
  if (index < 0) return '';
  return index < 3 ? `w${index + 1}` : `w${index + 1} wx`;
}

export function Mark({ index, className = '' }: { index: number; className?: string }) {
  return (
    <svg className={`mk ${workerClass(index)} ${className}`.trim()} viewBox="0 0 16 16" aria-hidden="true">
      {shapeOf(index)}
    </svg>
  );
}

const verdictPaths: Record<VerdictKind, ReactNode> = {
  broken: (
    <>
      <path d="M13.6 4.5A6.5 6.5 0 1 0 14.4 9" />
      <path d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2" />
    </>
  ),
  holds: (
    <>
      <circle cx="8" cy="8" r="6.5" />
      <path d="m4.9 8.3 2.2 2.2 4.1-4.6" />
    </>
  ),
  vacuous: (
    <>
      <circle cx="8" cy="8" r="6.5" />
      <path d="M3.6 12.4 12.4 3.6" />
    </>
  ),
  inconclusive: (
    <>
      <circle cx="8" cy="8" r="6.5" strokeDasharray="2.6 2.5" />
      <path d="M5 8h.01M8 8h.01M11 8h.01" strokeWidth="2" />
    </>
  ),
  open: <circle cx="8" cy="8" r="6.5" />,
};

export function VerdictIcon({ kind }: { kind: VerdictKind }) {
  return (
    <svg className="ic" viewBox="0 0 16 16" aria-hidden="true">
      {verdictPaths[kind]}
    </svg>
  );
}

const iconPaths = {
  start: 'M3 3v10M13 3v10L6 8z',
  back: 'M11 3v10L4 8z',
  on: 'M5 3v10l7-5z',
  undo: 'M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7',
};

export function Icon({ name }: { name: keyof typeof iconPaths }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
