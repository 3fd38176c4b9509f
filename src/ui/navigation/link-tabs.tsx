import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

/** Tabs as links. The link with aria-current is the active tab. */
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
