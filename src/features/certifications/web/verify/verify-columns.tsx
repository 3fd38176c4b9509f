import type { ReactNode } from 'react';

export function VerifyColumns({ start, children }: { start: ReactNode; children: ReactNode }) {
  return (
    <div className="verify-columns">
      {start}
      <div>{children}</div>
    </div>
  );
}
