import type { ReactNode } from 'react';
import { clsx } from 'clsx';

type FloatBarProps = {
  /** Without a selection only the live region in the bar stays rendered. */
  isEmpty: boolean;
  emptyClassName?: string;
  className?: string;
  children: ReactNode;
};

/** The actions for selected rows, which stay visible while the list is scrolled. */
export function FloatBar({ isEmpty, emptyClassName = 'contents', className, children }: FloatBarProps) {
  if (isEmpty) return <div className={emptyClassName}>{children}</div>;
  return (
    <div
      data-part="float-bar"
      className={clsx(
        'sticky bottom-[calc(var(--thumb)+12px)] z-sticky flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box bg-raised px-4 py-3 shadow-float-1',
        className,
      )}
    >
      {children}
    </div>
  );
}
