import { createContext, use, useSyncExternalStore } from 'react';
import type { Application } from '#features/applications/shared/application.ts';
import type { ReviewAutosave } from './review-autosave.ts';
import type { Reasons } from './review-reasons.ts';

/** A proof, or the picture of an outside card. */
export type SelectedDocument = { kind: 'proof'; id: string } | { kind: 'card'; place: string };

interface Review {
  application: Application;
  autosave: ReviewAutosave;
  reasons: Reasons;
  /** The user is the instructor and the application is under review. */
  canDecide: boolean;
  /** The instructor and, until the instructor decides, the store may return it. */
  canReturn: boolean;
  /** True after the first attempt to return it. */
  isReturnTried: boolean;
  chosen: SelectedDocument | null;
  choose: (copy: SelectedDocument | null) => void;
}

export const ReviewContext = createContext<Review | null>(null);

export function useReview(): Review {
  const review = use(ReviewContext);
  if (review === null) throw new Error('useReview requires a ReviewContext provider');
  return review;
}

/** The values with unsent changes. */
export function useReviewState(autosave: ReviewAutosave) {
  return useSyncExternalStore(autosave.subscribe, autosave.get);
}

/** The element focused when jumping to the decision. */
export const decisionId = 'review-decision';

/** The id of the element focused when jumping to a requirement or a field. */
export const fieldId = (field: string) => `review-${field}`;

export const isSameDocument = (some: SelectedDocument | null, other: SelectedDocument) =>
  JSON.stringify(some) === JSON.stringify(other);
