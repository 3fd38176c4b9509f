import { ArrowUpRight } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { boot } from '#platform/web/session/boot.ts';
import { navIcons } from './nav-icons.ts';
import { navIconClass, navLinkClass, type NavPlace } from './nav-list.tsx';
import type { NavItem } from './navigation.ts';

interface NavLinkProps {
  item: NavItem;
  place: NavPlace;
  isCurrent: boolean;
  onClick?: () => void;
}

export function NavLink({ item, place, isCurrent, onClick }: NavLinkProps) {
  const Icon = navIcons[item.icon];
  const content = (
    <>
      <Icon
        className={navIconClass(place, isCurrent)}
        size={place === 'desk' ? 18 : 20}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <FormattedMessage id={item.label} values={{ club: boot.brand.club }} />
    </>
  );
  if (item.isExternal) {
    return (
      <a className={navLinkClass(place, false)} href={item.href} rel="noreferrer" target="_blank">
        {content}
        <ArrowUpRight className="flip" size={16} strokeWidth={1.75} aria-hidden="true" />
      </a>
    );
  }
  return (
    <Link
      className={navLinkClass(place, isCurrent)}
      to={item.href}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      {content}
    </Link>
  );
}
