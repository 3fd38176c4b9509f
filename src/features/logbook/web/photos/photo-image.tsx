import { clsx } from 'clsx';
import { ImageOff } from '#ui/icons/icons.ts';
import { useIntl } from 'react-intl';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { usePhotoUrl } from './use-photo-url.ts';

interface PhotoImageProps {
  photo: LogPhoto;
  alt: string;
  size?: 'full' | 'thumb';
  /** How the photo fills its space. */
  className?: string;
}

/** A photo that reserves its space while loading. */
export function PhotoImage({
  photo,
  alt,
  size = 'thumb',
  className = 'object-cover bg-sunken text-ink-3',
}: PhotoImageProps) {
  const { src, isMissing } = usePhotoUrl(size === 'thumb' ? photo.thumb_url : photo.url);
  if (src)
    return (
      <img
        className={clsx('size-full', className)}
        src={src}
        alt={alt}
        width={photo.width}
        height={photo.height}
        draggable={false}
      />
    );
  return (
    <span className={clsx('grid size-full place-items-center', className)}>
      {isMissing && <ImageOff size={24} aria-hidden="true" />}
      {alt !== '' && <VisuallyHidden>{alt}</VisuallyHidden>}
    </span>
  );
}

/** The accessible name of a photo: its caption or position. */
export function usePhotoName() {
  const intl = useIntl();
  return ({ caption }: LogPhoto, index: number, total: number): string =>
    caption || intl.formatMessage({ id: 'logbook.photos.place' }, { place: index + 1, total });
}
