import { classNames } from '#ui/styles/class-names.ts';

/** Initials or photo. It is hidden from screen readers, so the name must be shown beside it or in a label. */
export function Avatar({
  initials,
  src,
  size = 'regular',
}: {
  initials: string;
  src?: string | undefined;
  size?: 'regular' | 'large';
}) {
  return (
    <span className={classNames('avatar', size === 'large' && 'lg')} aria-hidden="true">
      {src ? <img src={src} alt="" /> : initials}
    </span>
  );
}
