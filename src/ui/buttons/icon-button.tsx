import type { ComponentProps, ReactNode } from 'react';
import { Badge } from '#ui/display/badge.tsx';
import { clsx } from 'clsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string;
  /** A count for sighted users; the label must include it too. */
  badge?: ReactNode;
  size?: keyof typeof sizes | undefined;
  /** Has the colour of its surroundings, and no background under the pointer. */
  isPlain?: boolean;
};

const sizes = { md: 'size-tap', sm: 'size-tap-sm', xs: 'size-9' } as const;

/** The classes for an element that looks like an icon button, such as a router link. */
export function iconButtonClass(size: keyof typeof sizes = 'md', isPlain = false): string {
  return clsx(
    'relative grid flex-none place-items-center rounded-full aria-disabled:cursor-default',
    !isPlain &&
      'text-ink-2 transition-[background] duration-state hover:bg-hover aria-disabled:bg-transparent aria-disabled:text-ink-3',
    'forced-colors:disabled:text-[GrayText] forced-colors:aria-disabled:text-[GrayText]',
    // At the end of a field.
    'in-[[data-part=control]]:-me-3.5 in-[[data-part=control]]:focus-visible:-outline-offset-4',
    sizes[size],
  );
}

export function IconButton({
  label,
  badge,
  size,
  isPlain,
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={clsx(iconButtonClass(size, isPlain), className)}>
      {children}
      {badge !== undefined && badge !== null && (
        <Badge className="absolute end-1 top-[5px] shadow-[0_0_0_2px_var(--surface)]">{badge}</Badge>
      )}
    </button>
  );
}
