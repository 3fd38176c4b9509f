import { createContext, use, useSyncExternalStore } from 'react';
import type { Application } from '#features/applications/shared/application.ts';
import type { ReviewAutosave } from './review-autosave.ts';
import type { Reasons } from './review-reasons.ts';

/** A proof, or the picture of a card from elsewhere. */
export type SelectedDocument = { kind: 'proof'; id: string } | { kind: 'card'; place: string };

interface Review {
  application: Application;
  autosave: ReviewAutosave;
  reasons: Reasons;
  /** Whoever reads this decides: it is theirs, and it is under review. */
  canDecide: boolean;
  /** They may ask for changes and return it: the instructor, and the store until the instructor decides. */
  canReturn: boolean;
  /** Once somebody has tried to return it. */
  isReturnTried: boolean;
  chosen: SelectedDocument | null;
  choose: (copy: SelectedDocument | null) => void;
}

export const ReviewContext = createContext<Review | null>(null);

export function useReview(): Review {
  const review = use(ReviewContext);
  if (review === null) throw new Error('there is no review around this');
  return review;
}

/** What the instructor has filled in, as it stands on the screen. */
export function useReviewState(autosave: ReviewAutosave) {
  return useSyncExternalStore(autosave.subscribe, autosave.get);
}

/** What takes the focus on a jump to the decision. */
export const decisionId = 'review-decision';

/** What takes the focus on a jump to a requirement or a field. */
export const fieldId = (field: string) => `review-${field}`;

export const isSameDocument = (some: SelectedDocument | null, other: SelectedDocument) =>
  JSON.stringify(some) === JSON.stringify(other);
