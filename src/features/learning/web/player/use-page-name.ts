import { useEffect, useEffectEvent, type RefObject } from 'react';
import { boot } from '../../../../platform/web/boot.ts';

let former: string | null = null;

/**
 * The tab is named by what it shows. When one lesson follows another on the same page, or a test follows the button that
 * began it, the headline takes the focus.
 */
export function usePageName(name: string, headline: RefObject<HTMLElement | null>): void {
  const focus = useEffectEvent((next: string) => {
    const isLost = document.activeElement === document.body;
    if (former !== null && (former !== next || isLost)) headline.current?.focus({ preventScroll: true });
    former = next;
  });
  useEffect(() => {
    document.title = `${name} · ${boot.brand.shortName}`;
    focus(name);
  }, [name]);
}

/** Whoever comes anew is met by the frame, which gives the focus to the headline itself. */
export function forgetPageName(): void {
  former = null;
}
