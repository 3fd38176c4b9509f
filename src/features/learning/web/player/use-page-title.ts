import { useEffect, useEffectEvent, type RefObject } from 'react';
import { boot } from '#platform/web/session/boot.ts';

let previousTitle: string | null = null;

/** Sets the tab title. When the next lesson or test is shown on the same page, the headline gets the focus. */
export function usePageTitle(name: string, headline: RefObject<HTMLElement | null>): void {
  const focus = useEffectEvent((next: string) => {
    const isLost = document.activeElement === document.body;
    if (previousTitle !== null && (previousTitle !== next || isLost)) headline.current?.focus({ preventScroll: true });
    previousTitle = next;
  });
  useEffect(() => {
    document.title = `${name} · ${boot.brand.shortName}`;
    focus(name);
  }, [name]);
}

/** The shell focuses the headline itself on the next visit. */
export function resetPageTitle(): void {
  previousTitle = null;
}
