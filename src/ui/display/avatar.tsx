import { clsx } from 'clsx';

/** Initials of a person. They are hidden from screen readers, so the name must be shown beside them or in a label. */
export function Avatar({ initials, size = 'md' }: { initials: string; size?: 'md' | 'lg' }) {
  return (
    <span
      data-part="avatar"
      className={clsx(
        'grid flex-none place-items-center overflow-hidden rounded-full bg-accent-soft font-strong text-accent-text forced-colors:border',
        size === 'lg' ? 'size-11 text-sm/none' : 'size-9 text-xs/none',
      )}
      aria-hidden="true"
    >
      {initials}
    </span>
  );
}
