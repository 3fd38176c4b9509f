import { useEffect, useRef } from 'react';

/**
 * Focuses the first result of a search, as soon as the results belong to the typed text. The returned function asks for
 * it; typing on cancels it.
 */
export function useResultFocus(isReady: () => boolean, focusResult: () => void) {
  const isRequested = useRef(false);
  const frame = useRef(0);
  useEffect(() => {
    if (!isRequested.current || !isReady()) return;
    isRequested.current = false;
    // A table renders new rows only after this effect.
    frame.current = requestAnimationFrame(focusResult);
  });
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return {
    request: () => {
      if (isReady()) focusResult();
      else isRequested.current = true;
    },
    cancel: () => {
      isRequested.current = false;
      cancelAnimationFrame(frame.current);
    },
  };
}
