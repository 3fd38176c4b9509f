import type { ReactNode } from 'react';
import { clsx } from 'clsx';

/** The look of a strip of tabs, which scrolls, without its margins. */
export const tabStrip = clsx(
  'flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none]',
  '*:flex *:min-h-tap *:cursor-pointer *:items-center *:gap-1.5 *:border-b-3 *:border-transparent *:text-(length:--t-sm) *:whitespace-nowrap *:text-ink-2 *:no-underline *:focus-visible:-outline-offset-3',
  '*:aria-selected:border-accent *:aria-selected:font-strong *:aria-selected:text-ink *:aria-[current]:border-accent *:aria-[current]:font-strong *:aria-[current]:text-ink',
  'forced-colors:*:border-[Canvas] forced-colors:*:aria-selected:border-[Highlight] forced-colors:*:aria-[current]:border-[Highlight]',
);

/** The strip scrolls to the edges of the screen. */
export const tabStripMargin = '-mx-gutter px-gutter';

/** Tabs as links. The link with aria-current is the active tab. */
export function LinkTabs({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <nav data-part="tabs" className={clsx(tabStrip, tabStripMargin, className)} aria-label={label}>
      {children}
    </nav>
  );
}

export function TabCount({ children }: { children: ReactNode }) {
  return <span className="font-text num text-ink-3">{children}</span>;
}
