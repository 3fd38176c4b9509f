import type { ReactNode } from 'react';
import { clsx } from 'clsx';

type LinkPillsProps = {
  label: string;
  /** Wraps the links on phones too, instead of scrolling them to the edges of the screen. */
  isWrapped?: boolean;
  className?: string;
  children: ReactNode;
};

const pill = clsx(
  '*:inline-flex *:min-h-tap *:flex-none *:items-center *:gap-1.5 *:rounded-[24px] *:border-[1.5px] *:border-line-2 *:bg-surface *:px-4 *:text-sm *:text-ink *:no-underline *:hover:bg-hover',
  '*:aria-[current]:border-ink *:aria-[current]:bg-ink *:aria-[current]:font-strong *:aria-[current]:text-bg',
  'forced-colors:*:aria-[current]:border-[Highlight] forced-colors:*:aria-[current]:bg-[Highlight] forced-colors:*:aria-[current]:text-[HighlightText] forced-colors:*:aria-[current]:forced-color-adjust-none',
);

/** The negative margin at the block axis keeps the scroll container from clipping the focus ring. */
const scroller =
  '-mx-gutter -my-1.5 overflow-x-auto px-gutter py-1.5 scroll-px-gutter [scrollbar-width:none] *:whitespace-nowrap lg:m-0 lg:flex-wrap lg:overflow-visible lg:p-0 lg:*:max-w-full lg:*:whitespace-normal';

/** Filters of a list as links. The link with aria-current is the active filter. */
export function LinkPills({ label, isWrapped = false, className, children }: LinkPillsProps) {
  return (
    <nav
      data-part="scroller"
      className={clsx('flex gap-2', isWrapped ? 'flex-wrap *:max-w-full' : scroller, pill, className)}
      aria-label={label}
    >
      {children}
    </nav>
  );
}
