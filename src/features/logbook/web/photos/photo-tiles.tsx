import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { PhotoImage, usePhotoName } from './photo-image.tsx';

interface PhotoTilesProps {
  photos: readonly LogPhoto[];
  onOpen: (index: number) => void;
  /** Shown at the end, such as the tile for adding a photo. */
  children?: ReactNode;
}

/** The first photo large, the others small beside it. */
export function PhotoTiles({ photos, onOpen, children }: PhotoTilesProps) {
  const intl = useIntl();
  const nameOf = usePhotoName();
  if (photos.length === 0 && !children) return null;
  return (
    <div className="photo-box">
      <ul className="photo-tiles">
        {photos.map((photo, index) => {
          const name = nameOf(photo, index, photos.length);
          return (
            <li key={photo.id} className={index === 0 ? 'first' : ''}>
              <button
                type="button"
                aria-label={intl.formatMessage({ id: 'logbook.photos.open' }, { name })}
                onClick={() => onOpen(index)}
              >
                <PhotoImage photo={photo} alt="" size={index === 0 ? 'full' : 'thumb'} />
              </button>
            </li>
          );
        })}
        {children}
      </ul>
    </div>
  );
}

export function AddTile({ onChoose }: { onChoose: (files: File[]) => void }) {
  return (
    <li className="add">
      <PhotoPicker onChoose={onChoose}>
        <ImagePlus size={22} aria-hidden="true" />
        <FormattedMessage id="logbook.photos.add" />
      </PhotoPicker>
    </li>
  );
}
