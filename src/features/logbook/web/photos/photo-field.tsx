import { Camera, ImagePlus } from '#ui/icons/icons.ts';
import { lazy, Suspense, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { buttonClass } from '#ui/buttons/button.tsx';
import { clsx } from 'clsx';
import { limits } from '#features/logbook/shared/rules.ts';
import { PhotoPicker, usePhotoDrop } from './photo-picker.tsx';
import { PhotoList } from './photo-list.tsx';
import { usePhotos } from './photo-queries.ts';
import { PhotoTiles } from './photo-tiles.tsx';
import { UploadRow } from './upload-row.tsx';
import { addUploads, useUploads } from './uploads.ts';
import { useHiddenPhotos } from './use-photo-removal.tsx';
import { fieldLabel, fieldOptional } from '#ui/fields/field.tsx';

const PhotoViewer = lazy(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }));

interface PhotoFieldProps {
  logId: string | undefined;
  canEdit: boolean;
  /** Saves a new dive first, because photos need one, and returns its id. */
  onNeedLog: () => Promise<string | undefined>;
}

/** The photos in the form of a dive: add, reorder, caption, remove. */
export function PhotoField({ logId, canEdit, onNeedLog }: PhotoFieldProps) {
  const labelId = useId();
  const { data: stored = [] } = usePhotos(logId);
  const uploads = useUploads(logId);
  const leaving = useHiddenPhotos();
  const [opened, setOpened] = useState<number | null>(null);
  const photos = stored.filter(({ id }) => !leaving.has(id));
  const add = async (files: File[]) => {
    const id = logId ?? (await onNeedLog());
    if (id !== undefined) addUploads(id, files, stored.length);
  };
  const { isOver, dropHandlers } = usePhotoDrop((files) => void (canEdit && add(files)));
  return (
    <fieldset
      aria-labelledby={labelId}
      className={clsx(
        'min-w-0 rounded-box',
        isOver && canEdit && 'outline-2 outline-dashed outline-accent outline-offset-8',
      )}
      data-part="photos"
      {...dropHandlers}
    >
      <p className={fieldLabel} id={labelId}>
        <FormattedMessage id="logbook.field.photos" />
        <span className={fieldOptional}>
          <FormattedMessage id="logbook.photos.count" values={{ photos: photos.length, most: limits.photos }} />
        </span>
      </p>
      {logId !== undefined && canEdit && <PhotoList logId={logId} stored={stored} photos={photos} onOpen={setOpened} />}
      {!canEdit && <PhotoTiles photos={photos} onOpen={setOpened} />}
      {uploads.length > 0 && (
        <ul className="grid gap-2 mb-3">
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
      {canEdit && photos.length < limits.photos && (
        <AddPhotos isSaved={logId !== undefined} onChoose={(files) => void add(files)} />
      )}
      {opened !== null && (
        <Suspense>
          <PhotoViewer photos={photos} index={opened} onIndex={setOpened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </fieldset>
  );
}

function AddPhotos({ isSaved, onChoose }: { isSaved: boolean; onChoose: (files: File[]) => void }) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <PhotoPicker onChoose={onChoose} className={buttonClass({ kind: 'outlined' })}>
          <ImagePlus size={20} aria-hidden="true" />
          <FormattedMessage id="logbook.photos.add_several" />
        </PhotoPicker>
        <span className="not-pointer-coarse:hidden">
          <PhotoPicker onChoose={onChoose} isCamera className={buttonClass({ kind: 'outlined' })}>
            <Camera size={20} aria-hidden="true" />
            <FormattedMessage id="logbook.photos.take" />
          </PhotoPicker>
        </span>
      </div>
      <p className="mt-2 text-sm text-ink-2">
        <FormattedMessage id="logbook.photos.hint" />
      </p>
      {!isSaved && (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="logbook.form.photos_first" />
        </p>
      )}
    </>
  );
}
