import { clsx } from 'clsx';

/** Initials or photo. It is hidden from screen readers, so the name must be shown beside it or in a label. */
export function Avatar({
  initials,
  src,
  size = 'md',
}: {
  initials: string;
  src?: string | undefined;
  size?: 'md' | 'lg';
}) {
  return (
    <span
      className={clsx(
        'grid flex-none place-items-center overflow-hidden rounded-full bg-accent-soft font-strong text-accent-text forced-colors:border',
        size === 'lg' ? 'size-11 text-sm/none' : 'size-9 text-xs/none',
      )}
      aria-hidden="true"
    >
      {src ? <img className="size-full object-cover" src={src} alt="" /> : initials}
    </span>
  );
}
