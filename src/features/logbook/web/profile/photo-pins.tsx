import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { PhotoImage, usePhotoName } from '#features/logbook/web/photos/photo-image.tsx';
import type { ChartScale } from './chart-scale.ts';
import { pinPhotos } from './pinned-photos.ts';

const PhotoViewer = lazy(async () => ({
  default: (await import('#features/logbook/web/photos/photo-viewer.tsx')).PhotoViewer,
}));

/** In units of the chart. */
const pinWidth = 34;

interface PhotoPinsProps {
  photos: readonly LogPhoto[];
  /** The start of the recording. */
  start: string | null;
  endS: number;
  scale: ChartScale;
  onMoment: (timeS: number) => void;
}

/** Photos above the waterline, at the moment they were taken. */
export function PhotoPins({ photos, start, endS, scale, onMoment }: PhotoPinsProps) {
  const intl = useIntl();
  const nameOf = usePhotoName();
  const [opened, setOpened] = useState<number | null>(null);
  const secondsPerUnit = 1 / (scale.toX(1) - scale.toX(0));
  const pins = pinPhotos(photos, start, endS, pinWidth * secondsPerUnit);
  return (
    <>
      {pins.map(({ photo, index, timeS, more }) => {
        const x = scale.toX(timeS);
        if (x < scale.start || x > scale.end) return null;
        return (
          <button
            key={photo.id}
            className="absolute top-0 size-8 -ms-4 rounded-full print:hidden"
            style={{ insetInlineStart: `${(x / scale.width) * 100}%` }}
            type="button"
            aria-label={intl.formatMessage(
              { id: 'logbook.photos.open' },
              { name: nameOf(photo, index, photos.length) },
            )}
            onPointerDown={(event) => event.stopPropagation()}
            onPointerMove={(event) => event.stopPropagation()}
            onFocus={() => onMoment(timeS)}
            onClick={() => {
              onMoment(timeS);
              setOpened(index);
            }}
          >
            <span className="block size-full overflow-hidden rounded-full border-2 border-surface shadow-sm">
              <PhotoImage photo={photo} alt="" />
            </span>
            {more > 0 && (
              <span
                className="num absolute -end-1 -top-1 rounded-full bg-ink px-1 text-xs/4 text-surface"
                aria-hidden="true"
              >
                +{intl.formatNumber(more)}
              </span>
            )}
          </button>
        );
      })}
      {opened !== null && (
        <Suspense>
          <PhotoViewer photos={photos} index={opened} onIndex={setOpened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
