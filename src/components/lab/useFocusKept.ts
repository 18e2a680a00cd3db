import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A button that goes away when it is pressed would take the focus with it, to the top of the page.
 * Spread the result on that button: when it vanishes in the reader's hand, `next` gets the focus.
 */
export function useFocusKept(next: RefObject<HTMLElement | null>) {
  const holder = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const held = holder.current;
    if (!held || held.isConnected) return;
    holder.current = null;
    if (document.activeElement === document.body) next.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ currentTarget }: { currentTarget: Element }) => {
      holder.current = currentTarget;
    },
    onBlur: () => {
      // The browser may take the focus off a button because it is removed: that is no leaving.
      if (holder.current?.isConnected) holder.current = null;
    },
  };
}
