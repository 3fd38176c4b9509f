import { ArrowUpRight } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { boot } from '#platform/web/session/boot.ts';
import { navIcons } from './nav-icons.ts';
import { navIconClass, navLinkClass, type NavPlace } from './nav-list.tsx';
import type { NavItem } from './navigation.ts';

/** A link is current for all paths below it, because paths such as /logbook redirect to one of them. */
export function isCurrentPath(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}

export function NavLink({ item, place, onClick }: { item: NavItem; place: NavPlace; onClick?: () => void }) {
  const { pathname } = useLocation();
  const Icon = navIcons[item.icon];
  const isCurrent = isCurrentPath(pathname, item.href) || pathname === item.alsoHref;
  const content = (
    <>
      <Icon className={navIconClass(place, isCurrent)} size={20} strokeWidth={1.75} aria-hidden="true" />
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
