import './link-pills.css';
import type { ReactNode } from 'react';

/** What a list is narrowed to, as addresses: the children are links, and the one with aria-current is chosen. */
export function LinkPills({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="pills" aria-label={label}>
      {children}
    </nav>
  );
}
