import { BookOpen, IdCard, LayoutDashboard, Menu, Plus } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { isMainlandChina } from '../../platform/shared/boot.ts';
import { boot } from '../../platform/web/boot.ts';
import { isHere } from './nav-link.tsx';

const icon = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Five places within reach of a thumb; the rest is in the menu. */
export function ThumbBar({ onMenu }: { onMenu: () => void }) {
  const intl = useIntl();
  const { pathname } = useLocation();
  const here = (href: string) => ({ to: href, 'aria-current': isHere(pathname, href) ? ('page' as const) : undefined });
  const cards = boot.brand.mainlandChina.eCards;
  return (
    <nav className="thumb" aria-label={intl.formatMessage({ id: 'shell.thumb.label' })}>
      <Link {...here('/training/dashboard')}>
        <LayoutDashboard {...icon} />
        <FormattedMessage id="shell.thumb.home" />
      </Link>
      <Link {...here('/logbook')}>
        <BookOpen {...icon} />
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
      {isMainlandChina(boot.brand, location.hostname) ? (
        <a href={cards}>
          <IdCard {...icon} />
          <FormattedMessage id="shell.thumb.cards" />
        </a>
      ) : (
        <Link {...here('/certifications')}>
          <IdCard {...icon} />
          <FormattedMessage id="shell.thumb.cards" />
        </Link>
      )}
      <button type="button" onClick={onMenu} aria-haspopup="dialog">
        <Menu {...icon} />
        <FormattedMessage id="shell.thumb.menu" />
      </button>
    </nav>
  );
}
