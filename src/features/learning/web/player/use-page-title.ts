import { useEffect, useEffectEvent, type RefObject } from 'react';
import { boot } from '#platform/web/session/boot.ts';

let previousTitle: string | null = null;

/**
 * The tab is named by what it shows. When one lesson follows another on the same page, or a test follows the button that
 * began it, the headline takes the focus.
 */
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

/** Whoever comes anew is met by the frame, which gives the focus to the headline itself. */
export function resetPageTitle(): void {
  previousTitle = null;
}
