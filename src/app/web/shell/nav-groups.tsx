import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router';
import { useUser } from '#features/account/web/session/session.ts';
import { getRole, isInstructor } from '#domain/roles.ts';
import { boot } from '#platform/web/session/boot.ts';
import { useHasCourses } from '#platform/web/session/has-courses.ts';
import { NavLink } from './nav-link.tsx';
import { NavList, type NavPlace } from './nav-list.tsx';
import { findCurrentItem, getNavigation, getPortalGroups } from './navigation.ts';

/** The navigation in the sidebar and in the phone's menu. On the desk, the desk's groups are above it. */
export function NavGroups({ place, onChoose, isDesk = false }: NavGroupsProps) {
  const { pathname, search } = useLocation();
  const affiliateTypeId = useUser().affiliate_type_id;
  const groups = (isDesk ? getPortalGroups : getNavigation)({
    brand: boot.brand,
    host: boot.host,
    role: getRole(affiliateTypeId),
    isTeaching: isInstructor(affiliateTypeId),
    hasEntitlements: useHasCourses(),
  });
  const current = findCurrentItem(groups, pathname, search);
  return groups.map((group) => (
    <NavList key={group.label} place={place} label={<FormattedMessage id={group.label} />}>
      {group.items.map((item) => (
        <li key={item.href}>
          <NavLink item={item} place={place} isCurrent={item === current} {...(onChoose && { onClick: onChoose })} />
        </li>
      ))}
    </NavList>
  ));
}

interface NavGroupsProps {
  place: NavPlace;
  onChoose?: (() => void) | undefined;
  isDesk?: boolean;
}
