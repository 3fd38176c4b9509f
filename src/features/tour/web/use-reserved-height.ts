import { useLayoutEffect, useRef } from 'react';

/** Reserves the element's height at the bottom of the window, so the page and its bars end above it. */
export function useReservedHeight() {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    // The text of each step has its own height.
    const sizes = new ResizeObserver(() => style.setProperty('--tour', `${bar.current?.offsetHeight ?? 0}px`));
    if (bar.current !== null) sizes.observe(bar.current);
    return () => {
      sizes.disconnect();
      style.removeProperty('--tour');
    };
  }, []);
  return bar;
}
