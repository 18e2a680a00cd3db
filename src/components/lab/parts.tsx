/**
 * Parts that few labs need: the server draws them into the page, and only a page that shows one fetches its
 * script. Until that arrives, the server's drawing stands; then both change places in one stroke.
 */
import { type ComponentType, useEffect, useState } from 'react';
import { NotArrived } from './fetched.tsx';

function part<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const arrive = async () => {
    loaded = await load();
    return loaded;
  };
  function Part(props: Props) {
    const [Drawn, setDrawn] = useState(() => loaded);
    useEffect(() => {
      if (Drawn) return;
      let here = true;
      arrive()
        .catch(() => NotArrived)
        .then((found) => {
          if (here) setDrawn(() => found);
        });
      return () => {
        here = false;
      };
    }, [Drawn]);
    if (Drawn) {
      return (
        <div className="part">
          <Drawn {...props} />
        </div>
      );
    }
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; React leaves alone what the server put inside
    return <div className="part" suppressHydrationWarning dangerouslySetInnerHTML={untouched} />;
  }
  return Object.assign(Part, { arrive });
}

/** One object, so that React never sees a change in it. */
const untouched = { __html: '' };

export const Clock = part(async () => (await import('./Clock.tsx')).Clock);
export const FaultDesk = part(async () => (await import('./FaultDesk.tsx')).FaultDesk);
export const Legend = part(async () => (await import('./Legend.tsx')).Legend);
export const Outside = part(async () => (await import('./Outside.tsx')).Outside);
export const PrefixMap = part(async () => (await import('./PrefixMap.tsx')).PrefixMap);

// The server has all of them before it draws anything.
if (import.meta.env.SSR) {
  await Promise.all([Clock, FaultDesk, Legend, Outside, PrefixMap].map(({ arrive }) => arrive()));
}
