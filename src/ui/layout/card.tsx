import type { ReactNode } from 'react';
import { clsx } from 'clsx';

/** A content box with a border and no shadow. */
export function Card({
  isPadded = true,
  className,
  children,
}: {
  isPadded?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return <div className={clsx('card', isPadded && 'p-5 lg:p-6', className)}>{children}</div>;
}
