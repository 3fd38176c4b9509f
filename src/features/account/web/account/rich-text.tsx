import type { ReactNode } from 'react';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';

/** Hides the part of a button's label that its place on the page makes redundant. */
export function visuallyHidden(chunks: ReactNode) {
  return <VisuallyHidden>{chunks}</VisuallyHidden>;
}
