import { classNames } from '#ui/styles/class-names.ts';

/** Initials, or the person's own photo. The name stands beside it or in the label of its button. */
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
