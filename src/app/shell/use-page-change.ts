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
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [isIdle, pathname]);
}
