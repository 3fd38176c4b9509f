import type { ReactNode } from 'react';
import { loadOnOpen } from './load-overlay.tsx';

export type DrawerProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  closeLabel: string;
  /** Buttons in the header, before the close button. */
  actions?: ReactNode;
  children: ReactNode;
};

export const Drawer = loadOnOpen<DrawerProps>(async () => (await import('./drawer-panel.tsx')).DrawerPanel);
