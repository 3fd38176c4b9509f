import type { ReactNode } from 'react';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';

/** Words of a button that only its place on the page makes superfluous. */
export function visuallyHidden(chunks: ReactNode) {
  return <VisuallyHidden>{chunks}</VisuallyHidden>;
}
