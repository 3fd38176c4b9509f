import { clsx } from 'clsx';
import { BookOpen, IdCard, LayoutDashboard, Menu, Plus } from '#ui/icons/icons.ts';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { isMainlandChinaHost } from '#platform/shared/boot-data.ts';
import { useHasCourses } from '#platform/web/session/has-courses.ts';
import { boot } from '#platform/web/session/boot.ts';
import { isCurrentPath } from './navigation.ts';

const itemClass = 'relative flex min-w-0 flex-col items-center justify-center gap-0.75 text-xs leading-4 no-underline';
const currentClass =
  "font-strong text-accent-text before:absolute before:inset-x-5.5 before:-top-px before:h-0.75 before:rounded-b-[3px] before:bg-accent before:content-[''] forced-colors:[text-decoration:underline_3px_Highlight] forced-colors:before:bg-[Highlight] forced-colors:before:forced-color-adjust-none";
const otherClass = 'text-ink-2';

const iconProps = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The phone's navigation bar with five targets; the menu has all others. */
export function BottomNav({ onMenu }: { onMenu: () => void }) {
  const intl = useIntl();
  const { pathname } = useLocation();
  const linkProps = (href: string) => {
    const isCurrent = isCurrentPath(pathname, href);
    return {
      to: href,
      className: clsx(itemClass, isCurrent ? currentClass : otherClass),
      'aria-current': isCurrent ? ('page' as const) : undefined,
    };
  };
  const cards = boot.brand.mainlandChina.eCards;
  return (
    <nav
      className="print:hidden fixed inset-x-0 bottom-0 z-thumb grid h-[calc(var(--nav)+env(safe-area-inset-bottom))] grid-cols-5 border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] lg:hidden max-lg:[html:has([data-part=task-bar])_&]:hidden"
      aria-label={intl.formatMessage({ id: 'shell.thumb.label' })}
    >
      <Link {...linkProps('/training/dashboard')}>
        <LayoutDashboard {...iconProps} />
        <FormattedMessage id="shell.thumb.home" />
      </Link>
      <Link {...linkProps('/logbook')}>
        <BookOpen {...iconProps} />
        <FormattedMessage id="shell.nav.logbook" />
      </Link>
      <LogDiveLink />
      {isMainlandChinaHost(boot.brand, boot.host) ? (
        <a className={clsx(itemClass, otherClass)} href={cards}>
          <IdCard {...iconProps} />
          <FormattedMessage id="shell.thumb.cards" />
        </a>
      ) : (
        <Link {...linkProps('/certifications')}>
          <IdCard {...iconProps} />
          <FormattedMessage id="shell.thumb.cards" />
        </Link>
      )}
      <button type="button" className={clsx(itemClass, otherClass)} onClick={onMenu} aria-haspopup="dialog">
        <Menu {...iconProps} />
        <FormattedMessage id="shell.thumb.menu" />
      </button>
    </nav>
  );
}

const LogDiveMenu = lazy(async () => ({
  default: (await import('#features/logbook/web/log-dive-menu.tsx')).LogDiveMenu,
}));

/** Offers the training dives of people with a course; for everyone else it is a plain link. */
function LogDiveLink() {
  const intl = useIntl();
  const hasCourses = useHasCourses();
  const trigger = useRef<HTMLAnchorElement>(null);
  const [isPressed, setIsPressed] = useState(false);
  const close = useCallback(() => setIsPressed(false), []);
  return (
    <>
      <Link
        ref={trigger}
        className={clsx(itemClass, otherClass)}
        to="/logbook/log-dive/recreational/create"
        aria-label={intl.formatMessage({ id: 'shell.thumb.logDive' })}
        {...(hasCourses && { 'aria-haspopup': 'menu', 'aria-expanded': isPressed })}
        onClick={(event) => {
          if (!hasCourses) return;
          event.preventDefault();
          setIsPressed(true);
        }}
      >
        <span className="grid h-11 w-13 place-items-center rounded-box bg-accent text-on-accent">
          <Plus size={26} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </Link>
      {isPressed && (
        <Suspense>
          <LogDiveMenu triggerRef={trigger} placement="top start" isSkippedWithoutCourse onClose={close} />
        </Suspense>
      )}
    </>
  );
}
