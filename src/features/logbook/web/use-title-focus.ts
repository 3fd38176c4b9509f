import { useEffect, useRef } from 'react';

/** When a decision takes its own buttons away, nothing would have the focus: the headline takes it. */
export function useTitleFocus(state: string | number): void {
  const former = useRef(state);
  useEffect(() => {
    if (former.current === state) return;
    former.current = state;
    focusTitle();
    // A dialog that closes at the same time gives the page back a moment later.
    const frame = requestAnimationFrame(focusTitle);
    return () => cancelAnimationFrame(frame);
  }, [state]);
}

function focusTitle(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
}
