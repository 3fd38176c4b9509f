import type { ReactNode } from 'react';

export const brandLinkClass = 'block flex-none rounded-in text-ink';

/** The bar at the top of every page. */
export function HeaderBar({ children }: { children: ReactNode }) {
  return (
    <header className="print:hidden sticky top-0 z-header flex h-header items-center gap-3 border-b border-line bg-surface px-gutter max-lg:[html:has([data-part=task-bar])_&]:hidden">
      {children}
    </header>
  );
}

/** The buttons at the end of the header, next to the desk's text if there is one. */
export function HeaderEnd({ children }: { children: ReactNode }) {
  return <div className="ms-auto -me-2 flex items-center gap-2 lg:[p+&]:ms-0">{children}</div>;
}
