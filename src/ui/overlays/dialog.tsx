import type { ReactNode } from 'react';
import { loadOnOpen } from './load-overlay.tsx';

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, the filled one last. Omit them when the content is a form with its own buttons. */
  actions?: ReactNode;
  /** An alert dialog cannot be closed with Escape or by clicking outside. */
  isAlert?: boolean;
};

export const Dialog = loadOnOpen<DialogProps>(async () => (await import('./dialog-window.tsx')).DialogWindow);
