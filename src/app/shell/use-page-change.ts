import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useMatches, useNavigation } from 'react-router';
import { boot } from '../../platform/web/boot.ts';

/** After a change of page the tab is named anew and the focus is on the headline, as after a real page load. */
export function usePageChange(): void {
  const intl = useIntl();
  const { pathname } = useLocation();
  const isIdle = useNavigation().state === 'idle';
  const title = useMatches().findLast((match) => (match.handle as { title?: string } | undefined)?.title)?.handle as
    | { title: string }
    | undefined;
  const previous = useRef(pathname);

  useEffect(() => {
    document.title = title
      ? `${intl.formatMessage({ id: title.title }, { club: boot.brand.club })} · ${boot.brand.shortName}`
      : boot.brand.shortName;
  }, [intl, title]);

  useEffect(() => {
    if (!isIdle || previous.current === pathname) return;
    previous.current = pathname;
    return focusHeadline();
  }, [isIdle, pathname]);
}

/** One that names a person comes when that is known. Whoever has gone on by key or finger meanwhile is left alone. */
function focusHeadline(): (() => void) | undefined {
  const main = document.querySelector('main');
  const focus = () => {
    const headline = main?.querySelector<HTMLElement>('h1');
    headline?.focus({ preventScroll: true });
    return Boolean(headline);
  };
  if (main === null || focus()) return undefined;
  const waiting = new AbortController();
  const observer = new MutationObserver(() => {
    if (focus()) waiting.abort();
  });
  observer.observe(main, { childList: true, subtree: true });
  for (const act of ['keydown', 'pointerdown'])
    addEventListener(act, () => waiting.abort(), { capture: true, signal: waiting.signal });
  waiting.signal.addEventListener('abort', () => observer.disconnect());
  return () => waiting.abort();
}
