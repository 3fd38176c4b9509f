import type { ReactNode } from 'react';

/** For a screen reader only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="vh">{children}</span>;
}
