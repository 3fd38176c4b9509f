import type { ReactNode } from 'react';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

/** Words of a button that only its place on the page makes superfluous. */
export function unseen(chunks: ReactNode) {
  return <VisuallyHidden>{chunks}</VisuallyHidden>;
}
