import { ChevronLeft } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { clsx } from 'clsx';

type BackLinkProps = { to: string; className?: string | undefined; children: ReactNode };

/** A link to the parent page. */
export function BackLink({ to, className = 'mb-3', children }: BackLinkProps) {
  return (
    <Link className={clsx('-ms-1 inline-flex items-center gap-1 text-sm text-ink-2 no-underline', className)} to={to}>
      <ChevronLeft className="flip" size={18} aria-hidden="true" />
      {children}
    </Link>
  );
}
