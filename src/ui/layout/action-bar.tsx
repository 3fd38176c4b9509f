import type { ReactNode } from 'react';
import { clsx } from 'clsx';

/** Below a task bar, whose title leaves room for long labels, the last button is the widest. */
const besideTaskBar =
  'max-lg:[[data-part=task-bar]~&]:*:text-(length:--t-sm) max-lg:[[data-part=task-bar]~&]:*:not-last:flex-[0_1_132px]';

/** The main buttons of a screen, fixed at the bottom on phones. `className` is their layout on wide screens. */
export function ActionBar({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      data-part="action-bar"
      className={clsx(
        'flex gap-3 *:flex-1 *:px-2 lg:*:flex-none',
        'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-(--tour) max-lg:z-thumb max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-gutter max-lg:py-3',
        besideTaskBar,
        className,
      )}
    >
      {children}
    </div>
  );
}
