import { type RefObject, useEffect } from 'react';
import { useIsHydrating } from '#ui/hooks/use-is-hydrating.ts';

/**
 * For a part of the page whose code is loaded after the page. It must have the returned value as `data-hydrating`: a button
 * that is pressed before the part is hydrated is marked by the start script, and pressed again here.
 */
export function useEarlyPress(part: RefObject<HTMLElement | null>): true | undefined {
  const isHydrating = useIsHydrating();
  useEffect(() => {
    // The page enters early input and presses the button itself, unless the part's code was loaded after it.
    if (isHydrating || document.querySelector('#root[aria-busy]') !== null) return;
    const button = part.current?.querySelector<HTMLButtonElement>('button[data-pressed]');
    button?.removeAttribute('data-pressed');
    button?.click();
  }, [isHydrating, part]);
  return isHydrating || undefined;
}
