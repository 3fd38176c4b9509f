/** What other areas know of the children, as the family page shows it; brought together in `src/app/screens`. */
export interface News<Item extends { affiliateId: number }> {
  /** Of all children; undefined until it is there. */
  items: readonly Item[] | undefined;
  hasFailed: boolean;
  isBusy: boolean;
  retry: () => void;
}

export interface FormNews {
  affiliateId: number;
  id: string;
  name: string;
  waitsFor: 'you' | 'diver' | 'guardian' | 'guardian_unknown';
  isSigning: boolean;
  path: string;
}

export interface CourseNews {
  affiliateId: number;
  id: string;
  title: string;
  /** 0 to 1. */
  share: number;
  isDone: boolean;
  next: string | null;
}

export interface DiveNews {
  affiliateId: number;
  dives: number;
  pending: number;
  returned: number;
  last: { title: string; day: string; place: string } | null;
}

export interface CardNews {
  affiliateId: number;
  id: number;
  name: string;
  path: string;
}

export interface FamilyNews {
  forms: News<FormNews>;
  courses: News<CourseNews>;
  dives: News<DiveNews>;
  cards: News<CardNews>;
}

export function of<Item extends { affiliateId: number }>({ items }: News<Item>, affiliateId: number): Item[] {
  return items?.filter((item) => item.affiliateId === affiliateId) ?? [];
}
