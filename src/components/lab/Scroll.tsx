import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * A box that scrolls sideways when it must, and takes the focus only then. A group and no region: two labs
 * of one page may show tables of one name, and landmarks must differ.
 */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Until it is measured, and on a page without scripts, it takes the focus in any case.
  const [wide, setWide] = useState(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth));
    watch.observe(element);
    if (element.firstElementChild) watch.observe(element.firstElementChild);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={box} className="scroll" {...(wide ? { role: 'group', tabIndex: 0, 'aria-label': label } : {})}>
      {children}
    </div>
  );
}
