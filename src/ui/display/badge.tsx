import type { ReactNode } from 'react';

/** A coral count of what waits. The control it sits on says the number in its own label. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="badge" aria-hidden="true">
      {children}
    </span>
  );
}
