import type { ReactNode } from 'react';

/** A coral count. The control that it belongs to includes the number in its label. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="badge" aria-hidden="true">
      {children}
    </span>
  );
}
