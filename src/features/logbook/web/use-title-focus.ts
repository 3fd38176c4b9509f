import { useEffect, useRef } from 'react';
import { focusTitleIfLost } from '#ui/accessibility/focus-title.ts';

/** When a decision takes its own buttons away, nothing would have the focus: the headline takes it. */
export function useTitleFocus(state: string | number): void {
  const former = useRef(state);
  useEffect(() => {
    if (former.current === state) return;
    former.current = state;
    focusTitleIfLost();
    // A dialog that closes at the same time gives the page back a moment later.
    const frame = requestAnimationFrame(focusTitleIfLost);
    return () => cancelAnimationFrame(frame);
  }, [state]);
}
