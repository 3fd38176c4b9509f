import { BookOpen, IdCard, LayoutDashboard, Menu, Plus } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { isMainlandChinaHost } from '#platform/shared/boot-data.ts';
import { boot } from '#platform/web/session/boot.ts';
import { isCurrentPath } from './nav-link.tsx';

const iconProps = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The phone's navigation bar with five targets; the menu has all others. */
export function BottomNav({ onMenu }: { onMenu: () => void }) {
  const intl = useIntl();
  const { pathname } = useLocation();
  const linkProps = (href: string) => ({
    to: href,
    'aria-current': isCurrentPath(pathname, href) ? ('page' as const) : undefined,
  });
  const cards = boot.brand.mainlandChina.eCards;
  return (
    <nav className="thumb" aria-label={intl.formatMessage({ id: 'shell.thumb.label' })}>
      <Link {...linkProps('/training/dashboard')}>
        <LayoutDashboard {...iconProps} />
        <FormattedMessage id="shell.thumb.home" />
      </Link>
      <Link {...linkProps('/logbook')}>
        <BookOpen {...iconProps} />
        <FormattedMessage id="shell.nav.logbook" />
      </Link>
      <Link
        className="go"
        to="/logbook/log-dive/recreational/create"
        aria-label={intl.formatMessage({ id: 'shell.thumb.logDive' })}
      >
        <span>
          <Plus size={26} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </Link>
      {isMainlandChinaHost(boot.brand, location.hostname) ? (
        <a href={cards}>
          <IdCard {...iconProps} />
          <FormattedMessage id="shell.thumb.cards" />
        </a>
      ) : (
        <Link {...linkProps('/certifications')}>
          <IdCard {...iconProps} />
          <FormattedMessage id="shell.thumb.cards" />
        </Link>
      )}
      <button type="button" onClick={onMenu} aria-haspopup="dialog">
        <Menu {...iconProps} />
        <FormattedMessage id="shell.thumb.menu" />
      </button>
    </nav>
  );
}
