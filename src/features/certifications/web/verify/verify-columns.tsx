import type { ReactNode } from 'react';

/** The card, and what there is to say of it. */
export function VerifyColumns({ start, children }: { start: ReactNode; children: ReactNode }) {
  return (
    <div className="verify-columns">
      {start}
      <div>{children}</div>
    </div>
  );
}
