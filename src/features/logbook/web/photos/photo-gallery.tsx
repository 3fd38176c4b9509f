import { lazy, Suspense, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { clsx } from 'clsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { limits } from '#features/logbook/shared/rules.ts';
import { usePhotoDrop } from './photo-picker.tsx';
import { PhotoList } from './photo-list.tsx';
import { usePhotos } from './photo-queries.ts';
import { AddTile, PhotoTiles } from './photo-tiles.tsx';
import { UploadRow } from './upload-row.tsx';
import { addUploads, useUploads } from './uploads.ts';
import { useHiddenPhotos } from './use-photo-removal.tsx';

const PhotoViewer = lazy(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }));

/** The photos on the page of a dive; its diver can add and reorder them. */
export function PhotoGallery({ log, canEdit }: { log: DiveLog; canEdit: boolean }) {
  const titleId = useId();
  const { data: stored = [] } = usePhotos(log.id, log.experiences[0]?.photos ?? []);
  const uploads = useUploads(log.id);
  const leaving = useHiddenPhotos();
  const [opened, setOpened] = useState<number | null>(null);
  const [isArranging, setIsArranging] = useState(false);
  const photos = stored.filter(({ id }) => !leaving.has(id));
  const hasRoom = canEdit && photos.length < limits.photos;
  const add = (files: File[]) => addUploads(log.id, files, stored.length);
  const { isOver, dropHandlers } = usePhotoDrop((files) => hasRoom && add(files));
  if (photos.length === 0 && !canEdit) return null;
  return (
    <section
      className={clsx('rounded-box', isOver && hasRoom && 'outline-2 outline-dashed outline-accent outline-offset-8')}
      aria-labelledby={titleId}
      {...dropHandlers}
    >
      <div className="flex items-baseline gap-3 mb-3">
        <h2 id={titleId}>
          <FormattedMessage id="logbook.field.photos" />
        </h2>
        {photos.length > 0 && (
          <span className="text-sm text-ink-2 tabular-nums">
            <FormattedMessage id="logbook.photos.count" values={{ photos: photos.length, most: limits.photos }} />
          </span>
        )}
        {canEdit && photos.length > 0 && (
          <Button kind="quiet" className="ms-auto -my-3" onClick={() => setIsArranging(!isArranging)}>
            <FormattedMessage id={isArranging ? 'logbook.photos.done' : 'logbook.photos.arrange'} />
          </Button>
        )}
      </div>
      {isArranging && <PhotoList logId={log.id} stored={stored} photos={photos} onOpen={setOpened} />}
      {!isArranging && (
        <PhotoTiles photos={photos} onOpen={setOpened}>
          {hasRoom && <AddTile onChoose={add} />}
        </PhotoTiles>
      )}
      {uploads.length > 0 && (
        <ul className="mt-3 grid gap-2 mb-3">
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
      {opened !== null && (
        <Suspense>
          <PhotoViewer photos={photos} index={opened} onIndex={setOpened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  );
}
