import type { ReactNode } from 'react';
import { clsx } from 'clsx';

/** A coral count. The control that it belongs to includes the number in its label. */
export function Badge({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'h-5 min-w-5 rounded-full bg-coral px-[5px] text-center text-xs/5 font-title num text-on-coral forced-colors:border forced-colors:border-[ButtonText]',
        className,
      )}
      aria-hidden="true"
    >
      {children}
    </span>
  );
}
