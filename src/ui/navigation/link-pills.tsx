import './link-pills.css';
import type { ReactNode } from 'react';

/** Filters of a list as links. The link with aria-current is the active filter. */
export function LinkPills({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="pills" aria-label={label}>
      {children}
    </nav>
  );
}
