import { ImageOff } from 'lucide-react';
import { useIntl } from 'react-intl';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { usePhotoUrl } from './use-photo-url.ts';

interface PhotoImageProps {
  photo: LogPhoto;
  alt: string;
  size?: 'full' | 'thumb';
}

/** A photo that reserves its space while loading. */
export function PhotoImage({ photo, alt, size = 'thumb' }: PhotoImageProps) {
  const { src, isMissing } = usePhotoUrl(size === 'thumb' ? photo.thumb_url : photo.url);
  if (src)
    return <img className="photo" src={src} alt={alt} width={photo.width} height={photo.height} draggable={false} />;
  return (
    <span className="photo">
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
