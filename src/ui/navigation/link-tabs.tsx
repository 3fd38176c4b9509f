import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

/** Tabs that are addresses: the children are links, and the one with aria-current is chosen. */
export function LinkTabs({
  label,
  isInset = false,
  children,
}: {
  label: string;
  isInset?: boolean;
  children: ReactNode;
}) {
  return (
    <nav className={classNames('tabs', isInset && 'inset')} aria-label={label}>
      {children}
    </nav>
  );
}

export function TabCount({ children }: { children: ReactNode }) {
  return <span className="tab-count">{children}</span>;
}
