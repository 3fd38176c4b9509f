/** The children's data of other features on the family page, combined in `src/app/web/screens`. */
export interface ChildUpdates<Item extends { affiliateId: number }> {
  /** Items of all children; undefined while loading. */
  items: readonly Item[] | undefined;
  hasFailed: boolean;
  isBusy: boolean;
  retry: () => void;
}

export interface FormUpdate {
  affiliateId: number;
  id: string;
  name: string;
  waitsFor: 'you' | 'diver' | 'guardian' | 'guardian_unknown';
  isSigning: boolean;
  path: string;
}

export interface CourseUpdate {
  affiliateId: number;
  id: string;
  title: string;
  /** 0 to 1. */
  share: number;
  isDone: boolean;
  next: string | null;
}

export interface DiveUpdate {
  affiliateId: number;
  dives: number;
  pending: number;
  returned: number;
  last: { title: string; day: string; place: string } | null;
}

export interface CardUpdate {
  affiliateId: number;
  id: number;
  name: string;
  path: string;
}

export interface FamilyUpdates {
  forms: ChildUpdates<FormUpdate>;
  courses: ChildUpdates<CourseUpdate>;
  dives: ChildUpdates<DiveUpdate>;
  cards: ChildUpdates<CardUpdate>;
}

export function listForChild<Item extends { affiliateId: number }>(
  { items }: ChildUpdates<Item>,
  affiliateId: number,
): Item[] {
  return items?.filter((item) => item.affiliateId === affiliateId) ?? [];
}
