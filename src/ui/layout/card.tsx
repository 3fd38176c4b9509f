import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

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
  return <div className={classNames('card', isPadded && 'pad', className)}>{children}</div>;
}
