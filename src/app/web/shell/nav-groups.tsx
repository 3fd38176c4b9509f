import { FormattedMessage } from 'react-intl';
import { useUser } from '#features/account/web/session/session.ts';
import { getRole } from '#domain/roles.ts';
import { boot } from '#platform/web/session/boot.ts';
import { useHasCourses } from '#platform/web/session/has-courses.ts';
import { NavLink } from './nav-link.tsx';
import { NavList, type NavPlace } from './nav-list.tsx';
import { getNavigation } from './navigation.ts';

/** The navigation in the sidebar and in the phone's menu. */
export function NavGroups({ place, onChoose }: { place: NavPlace; onChoose?: () => void }) {
  const role = getRole(useUser().affiliate_type_id);
  const groups = getNavigation({
    brand: boot.brand,
    host: location.hostname,
    role,
    hasEntitlements: useHasCourses(),
  });
  return groups.map((group) => (
    <NavList key={group.label} place={place} label={<FormattedMessage id={group.label} />}>
      {group.items.map((item) => (
        <li key={item.href}>
          <NavLink item={item} place={place} {...(onChoose && { onClick: onChoose })} />
        </li>
      ))}
    </NavList>
  ));
}
