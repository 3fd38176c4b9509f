import { Fragment } from 'react';
import { FormattedMessage } from 'react-intl';
import { useUser } from '#features/account/web/session/session.ts';
import { getRole } from '#platform/shared/access.ts';
import { boot } from '#platform/web/session/boot.ts';
import { useHasCourses } from '#platform/web/session/has-courses.ts';
import { NavLink } from './nav-link.tsx';
import { getNavigation } from './navigation.ts';

/** The navigation in the sidebar and in the phone's menu. */
export function NavGroups({ onChoose }: { onChoose?: () => void }) {
  const role = getRole(useUser().affiliate_type_id);
  const groups = getNavigation({
    brand: boot.brand,
    host: location.hostname,
    role,
    hasEntitlements: useHasCourses(),
  });
  return groups.map((group) => (
    <Fragment key={group.label}>
      <p className="nav-group">
        <FormattedMessage id={group.label} />
      </p>
      <ul>
        {group.items.map((item) => (
          <li key={item.href}>
            <NavLink item={item} {...(onChoose && { onClick: onChoose })} />
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}
