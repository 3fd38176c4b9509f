import type { MessageId } from '#platform/shared/message-id.ts';
import type { Role } from '#domain/roles.ts';
import type { PageBrand } from '#platform/shared/brand.ts';
import { isMainlandChinaHost } from '#platform/shared/boot-data.ts';

export type NavIcon =
  | 'dashboard'
  | 'desk'
  | 'courses'
  | 'performance'
  | 'club'
  | 'forms'
  | 'profile'
  | 'account'
  | 'certifications'
  | 'settings'
  | 'preferences'
  | 'shop'
  | 'logbook'
  | 'help';

export interface NavItem {
  /** The message key; the club's message contains the brand's club name. */
  label: MessageId;
  icon: NavIcon;
  href: string;
  /** Another path for which the item is current. */
  alsoHref?: string;
  isExternal?: boolean;
}

export interface NavGroup {
  label: MessageId;
  items: NavItem[];
}

export interface NavigationContext {
  brand: PageBrand;
  host: string;
  role: Role;
  hasEntitlements: boolean;
}

/** The groups of the sidebar and of the phone's menu. */
export function getNavigation({ brand, host, role, hasEntitlements }: NavigationContext): NavGroup[] {
  // "My courses" and "Performance" are hidden from non-professionals without entitlements.
  const isLearning = role === 'professional' || hasEntitlements;
  const certifications: NavItem = isMainlandChinaHost(brand, host)
    ? { label: 'shell.nav.certifications', icon: 'certifications', href: brand.mainlandChina.eCards, isExternal: true }
    : { label: 'shell.nav.certifications', icon: 'certifications', href: '/certifications' };
  return [
    {
      label: 'shell.nav.home',
      items: [
        { label: 'shell.nav.dashboard', icon: 'dashboard', href: '/training/dashboard' },
        ...(isLearning
          ? ([
              { label: 'shell.nav.courses', icon: 'courses', href: '/training/my-courses' },
              { label: 'shell.nav.performance', icon: 'performance', href: '/training/performance' },
            ] satisfies NavItem[])
          : []),
        ...getWorkItems(role),
        { label: 'shell.nav.club', icon: 'club', href: '/club' },
        {
          label: 'shell.nav.forms',
          icon: 'forms',
          href: '/training/forms-applications',
          alsoHref: '/training/medical-form',
        },
      ],
    },
    {
      label: 'shell.nav.myProfile',
      items: [
        { label: 'shell.nav.profile', icon: 'profile', href: '/profile' },
        { label: 'shell.nav.account', icon: 'account', href: '/account' },
        certifications,
        { label: 'shell.nav.settings', icon: 'settings', href: '/settings' },
        { label: 'shell.nav.preferences', icon: 'preferences', href: '/preferences' },
      ],
    },
    { label: 'shell.nav.shop', items: [{ label: 'shell.nav.shop', icon: 'shop', href: '/training/shop' }] },
    { label: 'shell.nav.tools', items: [{ label: 'shell.nav.logbook', icon: 'logbook', href: '/logbook' }] },
    {
      label: 'shell.nav.support',
      items: [{ label: 'shell.nav.help', icon: 'help', href: brand.links.help, isExternal: true }],
    },
  ];
}

function getWorkItems(role: Role): NavItem[] {
  if (role === 'staff') return [{ label: 'shell.nav.desk', icon: 'desk', href: '/desk' }];
  if (role === 'diver') return [];
  return [{ label: 'shell.nav.pro', icon: 'desk', href: '/pro' }];
}
