import type { ReactNode, RefObject } from 'react';
import { loadOnOpen } from './load-overlay.tsx';

export type MenuEntry = {
  id: string;
  label: string;
  icon?: ReactNode;
  href?: string | undefined;
  onAction?: (() => void) | undefined;
  /** Marks the chosen entry of a list such as the languages. */
  isChosen?: boolean;
  /** Adds a separator above this entry. */
  hasLine?: boolean;
};

export type MenuPopoverProps = {
  label: string;
  items: readonly MenuEntry[];
  /** The button that opens the menu. It is not in this file, so the menu can be loaded on the first press. */
  triggerRef: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The router's navigation for entries with `href`; without it the browser loads the page. */
  navigate?: ((href: string) => void) | undefined;
  placement?: 'bottom end' | 'bottom start' | 'top end' | 'top start';
};

export const MenuPopover = loadOnOpen<MenuPopoverProps>(async () => (await import('./menu-popover.tsx')).MenuList);
