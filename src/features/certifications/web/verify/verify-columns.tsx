import type { ReactNode } from 'react';

export function VerifyColumns({ start, children }: { start: ReactNode; children: ReactNode }) {
  return (
    <div className="grid *:min-w-0 gap-6 mt-6 lg:grid-cols-[480px_1fr] lg:gap-12 lg:mt-8 lg:items-start">
      {start}
      <div>{children}</div>
    </div>
  );
}
