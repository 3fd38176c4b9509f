import {
  Banknote,
  CircleCheck,
  FileCheck2,
  Flag,
  GraduationCap,
  IdCard,
  Image,
  Mail,
  Receipt,
  ScrollText,
  ShieldCheck,
  SquareUserRound,
  Stethoscope,
  Store,
  Undo2,
  UserRoundCheck,
  UsersRound,
  type LucideIcon,
} from '#ui/icons/icons.ts';
import type { QueueCounts } from '#features/association/web/queue-counts.ts';

interface DeskNavItem {
  /** The message `association.nav.<name>`. */
  name: string;
  icon: LucideIcon;
  href: string;
  /** The count shown beside the item. */
  count?: keyof QueueCounts;
  /** Matches only the exact path, because another item's path starts with it. */
  isExact?: boolean;
}

/** Above the portal's navigation on the desk's pages. */
export const deskNavGroups: readonly { name: string; items: readonly DeskNavItem[] }[] = [
  {
    name: 'queues',
    items: [
      { name: 'applications', icon: FileCheck2, href: '/desk/applications', count: 'waiting', isExact: true },
      { name: 'photos', icon: SquareUserRound, href: '/desk/photos', count: 'photos' },
      { name: 'card_photos', icon: Image, href: '/desk/card-photos', count: 'cardPhotos' },
      { name: 'pages', icon: Stethoscope, href: '/desk/pages', count: 'pages' },
      { name: 'requests', icon: UserRoundCheck, href: '/desk/requests', count: 'requests' },
      { name: 'payment', icon: Banknote, href: '/desk/applications/payment', count: 'payment' },
      { name: 'returned', icon: Undo2, href: '/desk/applications/returned', count: 'returned' },
      { name: 'done', icon: CircleCheck, href: '/desk/applications/done' },
      { name: 'orders', icon: Receipt, href: '/desk/orders', count: 'orders' },
    ],
  },
  {
    name: 'look_up',
    items: [
      { name: 'people', icon: UsersRound, href: '/desk/people' },
      { name: 'stores', icon: Store, href: '/desk/stores' },
      { name: 'cards', icon: IdCard, href: '/desk/cards' },
    ],
  },
  {
    name: 'house',
    items: [
      { name: 'courses', icon: GraduationCap, href: '/desk/courses' },
      { name: 'flags', icon: Flag, href: '/desk/flags' },
      { name: 'audit', icon: ScrollText, href: '/desk/audit' },
      { name: 'security', icon: ShieldCheck, href: '/desk/security' },
      { name: 'mails', icon: Mail, href: '/desk/mails' },
    ],
  },
];
