import { ChevronDown } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';

/** A native details element, which works without scripts and opens when the browser's search finds text in it. */
export function Disclosure({
  title,
  isOpen = false,
  hasLine = true,
  className,
  children,
}: {
  title: ReactNode;
  isOpen?: boolean;
  /** The line below. */
  hasLine?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <details className={clsx(hasLine && 'border-b border-line', className)} open={isOpen}>
      <summary className="flex min-h-14 list-none items-center gap-3 font-strong [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{title}</span>
        <ChevronDown
          className="text-ink-2 transition-[rotate] duration-move ease-in-water [details[open]>summary>&]:rotate-180"
          size={20}
          aria-hidden="true"
        />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  );
}
