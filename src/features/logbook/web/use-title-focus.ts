import { useEffect, useRef } from 'react';
import { focusTitleIfLost } from '#ui/accessibility/focus-title.ts';

/** A decision removes its own buttons, so the focus moves to the headline. */
export function useTitleFocus(state: string | number): void {
  const former = useRef(state);
  useEffect(() => {
    if (former.current === state) return;
    former.current = state;
    focusTitleIfLost();
    // A dialog closing at the same time restores the page a moment later.
    const frame = requestAnimationFrame(focusTitleIfLost);
    return () => cancelAnimationFrame(frame);
  }, [state]);
}
