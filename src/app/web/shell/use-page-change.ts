import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useMatches, useNavigation } from 'react-router';
import { boot } from '#platform/web/session/boot.ts';

/** After a change of page the tab is named anew and the focus is on the headline, as after a real page load. */
export function usePageChange(): void {
  const intl = useIntl();
  const { pathname } = useLocation();
  const isIdle = useNavigation().state === 'idle';
  const title = useMatches().findLast((match) => (match.handle as { title?: string } | undefined)?.title)?.handle as
    | { title: string }
    | undefined;
  const previous = useRef(pathname);
  const stop = useRef<() => void>(undefined);

  useEffect(() => {
    document.title = title
      ? `${intl.formatMessage({ id: title.title }, { club: boot.brand.club })} · ${boot.brand.shortName}`
      : boot.brand.shortName;
  }, [intl, title]);

  useEffect(() => {
    if (!isIdle || previous.current === pathname) return;
    previous.current = pathname;
    // A page that only changes its own address meanwhile is still waited for.
    stop.current?.();
    stop.current = focusHeadline();
  }, [isIdle, pathname]);
  useEffect(() => () => stop.current?.(), []);
}

/**
 * The headline of a page that still asks for its data comes later, and a menu or drawer on its way out would take the
 * focus back. Both are waited for until somebody does something.
 */
function focusHeadline(): () => void {
  const stop = new AbortController();
  let isFound = false;
  const focus = () => {
    const headline = document.querySelector<HTMLElement>('main h1');
    // One that stood above a skeleton often goes with it, and another stands above the data.
    if (isFound && document.activeElement !== document.body) return;
    if (headline === null || document.querySelector('[role=menu], [role=dialog]') !== null) return;
    headline.focus({ preventScroll: true });
    isFound = true;
  };
  const observer = new MutationObserver(focus);
  stop.signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of ['keydown', 'pointerdown'])
    document.addEventListener(event, () => stop.abort(), { signal: stop.signal });
  focus();
  return () => stop.abort();
}
