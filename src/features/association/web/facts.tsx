import type { ReactNode } from 'react';

export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={className}>{children}</dl>;
}

/** The title of a list in the details of an item. */
export const detailTitle = 'flex items-center gap-2 text-xs font-text text-ink-3';

/** The rows of such a list, and what is at the end of a row. */
export const detailRows =
  'mt-1 *:flex *:min-h-9 *:flex-wrap *:items-center *:gap-x-3 *:border-b *:border-line *:py-1 *:text-sm';
export const detailEnd = 'ms-auto text-xs text-ink-2';

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="grid text-sm grid-cols-[minmax(96px,34%)_minmax(0,1fr)] gap-3 items-center min-h-9 py-1 border-b border-line">
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="flex flex-wrap items-center gap-y-0 gap-x-1 wrap-anywhere [&>button:has(>svg)]:ms-auto [&>button:has(>svg)]:h-7 [&>button:has(>svg)]:w-tap-sm">
        {children}
      </dd>
    </div>
  );
}
