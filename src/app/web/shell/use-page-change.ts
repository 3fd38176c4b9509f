import { useEffect, useRef } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { useLocation, useMatches, useNavigation } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { boot } from '#platform/web/session/boot.ts';

/** The message key of the title of the matched routes. */
export function findPageTitle(matches: readonly { handle?: unknown }[]): MessageId | undefined {
  const titles = matches.map(({ handle }) => (handle as { row?: { title?: string } } | undefined)?.row?.title);
  return titles.findLast((title) => title !== undefined) as MessageId | undefined;
}

export function formatPageTitle(intl: IntlShape, title: MessageId | undefined): string {
  const { club, shortName } = boot.brand;
  return title === undefined ? shortName : `${intl.formatMessage({ id: title }, { club })} · ${shortName}`;
}

/** Updates the document title and moves focus to the headline on navigation, like a page load. */
export function usePageChange(): void {
  const intl = useIntl();
  const { pathname } = useLocation();
  const isIdle = useNavigation().state === 'idle';
  const title = findPageTitle(useMatches());
  const previous = useRef(pathname);
  const stop = useRef<() => void>(undefined);

  useEffect(() => {
    document.title = formatPageTitle(intl, title);
  }, [intl, title]);

  useEffect(() => {
    if (!isIdle || previous.current === pathname) return;
    previous.current = pathname;
    // The pending focus of the previous navigation is replaced.
    stop.current?.();
    stop.current = focusHeadline();
  }, [isIdle, pathname]);
  useEffect(() => () => stop.current?.(), []);
}

/**
 * Focuses the headline when it appears, because a page may still be loading its data or a closing menu or drawer may
 * restore its own focus. Stops waiting on the first user input.
 */
function focusHeadline(): () => void {
  const stop = new AbortController();
  let isFound = false;
  const focus = () => {
    const headline = document.querySelector<HTMLElement>('main h1');
    // A skeleton's headline is often replaced when the data arrives, which moves focus to the body.
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
