import type { ComponentProps, ReactNode } from 'react';
import { Badge } from '#ui/display/badge.tsx';
import { classNames } from '#ui/styles/class-names.ts';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string;
  /** A count for sighted users; the label must include it too. */
  badge?: ReactNode;
  size?: 'regular' | 'fine' | undefined;
};

function iconButtonClass(size: IconButtonProps['size'] = 'regular'): string {
  return classNames('icon-btn', size === 'fine' && 'fine');
}

export function IconButton({ label, badge, size, className, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={classNames(iconButtonClass(size), className)}>
      {children}
      {badge !== undefined && badge !== null && <Badge>{badge}</Badge>}
    </button>
  );
}
