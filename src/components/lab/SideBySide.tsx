import { Suspense, useState } from 'react';
import type { BesideProps } from './Beside.tsx';
import { fetched } from './fetched.tsx';

const Beside = fetched(async () => (await import('./Beside.tsx')).Beside);

/** The same schedule under another handler, for those who open it. */
export function SideBySide(props: BesideProps) {
  const [open, setOpen] = useState(false);
  if (props.others.length === 0) return null;
  return (
    <details onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>The same schedule under another handler</summary>
      {open && (
        <Suspense>
          <Beside {...props} />
        </Suspense>
      )}
    </details>
  );
}
