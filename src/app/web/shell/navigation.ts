import type { MessageId } from '#platform/shared/message-id.ts';
import type { Role } from '#domain/roles.ts';
import type { PageBrand } from '#platform/shared/brand.ts';
import { isMainlandChinaHost } from '#platform/shared/boot-data.ts';

export type NavIcon =
  | 'dashboard'
  | 'desk'
  | 'students'
  | 'board'
  | 'verify'
  | 'boat'
  | 'guests'
  | 'codes'
  | 'applications'
  | 'people'
  | 'audit'
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
  /** Divemasters have the role of a professional, but don't teach. */
  isTeaching: boolean;
  hasEntitlements: boolean;
}

/** The groups of the sidebar and of the phone's menu: a person's work first, then the groups that everyone has. */
export function getNavigation(context: NavigationContext): NavGroup[] {
  return [...getWorkGroups(context), ...getPortalGroups(context)];
}

/** The groups that everyone has, in the order of the specification. */
export function getPortalGroups({ brand, host, role, hasEntitlements }: NavigationContext): NavGroup[] {
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
        { label: 'shell.nav.club', icon: 'club', href: '/club' },
        {
          label: 'shell.nav.forms',
          icon: 'forms',
          href: formsPath,
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

const formsPath = '/training/forms-applications';

function getWorkGroups({ role, isTeaching }: NavigationContext): NavGroup[] {
  if (role === 'diver') return [];
  if (role === 'staff') return [{ label: 'shell.nav.desk', items: deskItems }];
  const isStore = role === 'store';
  const hasStudents = isStore || isTeaching;
  const items: (NavItem | false)[] = [
    { label: 'shell.nav.pro', icon: 'desk', href: '/pro' },
    hasStudents && { label: 'shell.nav.students', icon: 'students', href: '/training/students' },
    { label: 'shell.nav.board', icon: 'board', href: '/pro/class' },
    isTeaching && { label: 'shell.nav.verify', icon: 'verify', href: '/logbook/verification' },
    { label: 'shell.nav.boat', icon: 'boat', href: '/pro/boat' },
    { label: 'shell.nav.guests', icon: 'guests', href: `${formsPath}?tab=guests` },
    { label: 'shell.nav.codes', icon: 'codes', href: '/pro/codes' },
    hasStudents && { label: 'shell.nav.applications', icon: 'applications', href: '/pro/applications' },
  ];
  return [{ label: 'shell.nav.work', items: items.filter((item) => item !== false) }];
}

/** The most used pages of the desk, whose own navigation has all of them. */
const deskItems: NavItem[] = [
  { label: 'shell.nav.applications', icon: 'applications', href: '/desk/applications' },
  { label: 'shell.nav.photos', icon: 'guests', href: '/desk/photos' },
  { label: 'shell.nav.people', icon: 'people', href: '/desk/people' },
  { label: 'shell.nav.orders', icon: 'shop', href: '/desk/orders' },
  { label: 'shell.nav.audit', icon: 'audit', href: '/desk/audit' },
];

/**
 * The item of the current page. Paths such as /logbook redirect to one below them, so an item is current for all paths
 * below it, unless another item is closer: /logbook/verification is not the logbook.
 */
export function findCurrentItem(groups: readonly NavGroup[], pathname: string, search: string): NavItem | undefined {
  const params = new URLSearchParams(search);
  return groups
    .flatMap(({ items }) => items)
    .filter((item) => item.isExternal !== true && isCurrentItem(item, pathname, params))
    .toSorted((one, other) => other.href.length - one.href.length)[0];
}

function isCurrentItem({ href, alsoHref }: NavItem, pathname: string, params: URLSearchParams): boolean {
  if (pathname === alsoHref) return true;
  const [path = '', query = ''] = href.split('?');
  if (query !== '') return pathname === path && [...new URLSearchParams(query)].every(([k, v]) => params.get(k) === v);
  return isCurrentPath(pathname, path);
}

export function isCurrentPath(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
