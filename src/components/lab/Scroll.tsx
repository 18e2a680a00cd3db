import { type ReactNode, useEffect, useRef, useState } from 'react';

/** A box that scrolls sideways when it must, and takes the focus only then. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth));
    watch.observe(element);
    if (element.firstElementChild) watch.observe(element.firstElementChild);
    return () => watch.disconnect();
  }, []);
  return (
    <section ref={box} className="scroll" {...(wide ? { tabIndex: 0, 'aria-label': label } : {})}>
      {children}
    </section>
  );
}
