import { clsx } from 'clsx';
import { ImagePlus } from '#ui/icons/icons.ts';
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
    <div className="@container">
      {/* On wide screens, two small tiles and their gap are as tall as the large one. */}
      <ul className="grid grid-cols-3 gap-2 @min-[560px]:grid-cols-4 @min-[560px]:auto-rows-[calc((100cqi-3*var(--s-2))/4*0.75)]">
        {photos.map((photo, index) => {
          const name = nameOf(photo, index, photos.length);
          return (
            <li
              key={photo.id}
              className={clsx(
                '@min-[560px]:aspect-auto',
                index === 0
                  ? 'col-span-full aspect-16/10 @min-[560px]:col-span-2 @min-[560px]:row-span-2'
                  : 'aspect-4/3',
              )}
            >
              <button
                className="block size-full rounded-box overflow-hidden"
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
    <li className="aspect-4/3 @min-[560px]:aspect-auto">
      <PhotoPicker
        className="grid size-full place-content-center justify-items-center gap-0.5 min-h-18 p-2 border-[1.5px] border-dashed border-line-2 rounded-box overflow-hidden text-xs text-ink-2 hover:bg-hover"
        onChoose={onChoose}
      >
        <ImagePlus size={22} aria-hidden="true" />
        <FormattedMessage id="logbook.photos.add" />
      </PhotoPicker>
    </li>
  );
}
