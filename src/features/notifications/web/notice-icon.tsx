import {
  Award,
  BadgeCheck,
  BookOpen,
  Camera,
  Download,
  Eye,
  FileText,
  LifeBuoy,
  LockKeyhole,
  type LucideIcon,
  PackageCheck,
  Signature,
  Undo2,
  UserRound,
  Waves,
} from '#ui/icons/icons.ts';
import type { Notice, NoticeIcon } from '#features/notifications/shared/notice.ts';

const icons: Record<NoticeIcon, LucideIcon> = {
  photo: Camera,
  lock: LockKeyhole,
  download: Download,
  account: UserRound,
  returned: Undo2,
  verified: BadgeCheck,
  sign: Signature,
  card: Award,
  course: BookOpen,
  club: LifeBuoy,
  order: PackageCheck,
  application: FileText,
  dive: Waves,
  eye: Eye,
};

export function NoticeIconDrawing({ icon }: Pick<Notice, 'icon'>) {
  const Icon = icons[icon];
  return <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={icon === 'returned' ? 'flip' : ''} />;
}
