import {
  BookOpen,
  ChartNoAxesColumn,
  CircleQuestionMark,
  FileText,
  GraduationCap,
  IdCard,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  Mail,
  ShoppingBag,
  SlidersHorizontal,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { NavIcon } from './navigation.ts';

export const navIcons: Record<NavIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  courses: GraduationCap,
  performance: ChartNoAxesColumn,
  club: LifeBuoy,
  forms: FileText,
  profile: UserRound,
  account: KeyRound,
  certifications: IdCard,
  settings: SlidersHorizontal,
  preferences: Mail,
  shop: ShoppingBag,
  logbook: BookOpen,
  help: CircleQuestionMark,
};
