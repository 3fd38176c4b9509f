import type { ReactNode } from 'react';

/** Fields side by side where they fit. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(150px,100%),1fr))] gap-x-3 gap-y-4 lg:gap-x-4 lg:gap-y-5">
      {children}
    </div>
  );
}

/** Narrow fields side by side. The subgrid aligns the controls of a row when one label has two lines. */
export function NarrowFieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(120px,100%),1fr))] gap-x-3 gap-y-4 *:row-span-3 *:grid *:grid-rows-subgrid *:gap-y-0 *:*:first:self-end">
      {children}
    </div>
  );
}
