import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useReorder } from '#ui/lists/use-reorder.ts';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { savePhotoOrder } from './photo-queries.ts';
import { PhotoRow } from './photo-row.tsx';
import { usePhotoRemoval } from './use-photo-removal.tsx';

interface PhotoListProps {
  logId: string;
  /** All photos, including those being removed. */
  stored: readonly LogPhoto[];
  photos: readonly LogPhoto[];
  onOpen: (index: number) => void;
}

/** The photos as a list, to reorder and caption. */
export function PhotoList({ logId, stored, photos, onOpen }: PhotoListProps) {
  const intl = useIntl();
  const remove = usePhotoRemoval(logId);
  const [announcement, setAnnouncement] = useState('');
  const arrange = (wanted: readonly LogPhoto[]) => {
    // Photos being removed are still included, so an undo finds them at the end.
    const hidden = stored.filter(({ id }) => !wanted.some((photo) => photo.id === id));
    void savePhotoOrder(logId, [...wanted, ...hidden]).catch((error: unknown) =>
      showToast({ text: formatErrorMessage(intl, error) }),
    );
  };
  const { list, draggedId, placeOf, move, gripOf } = useReorder({
    ids: photos.map(({ id }) => id),
    onOrder(ids, movedId) {
      arrange(photos.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)));
      const place = ids.indexOf(movedId) + 1;
      setAnnouncement(intl.formatMessage({ id: 'logbook.photos.moved' }, { place, total: photos.length }));
    },
  });
  return (
    <>
      <ol ref={list} className="grid gap-2 mb-3">
        {photos.map((photo, index) => (
          <PhotoRow
            key={photo.id}
            photo={photo}
            index={index}
            total={photos.length}
            place={placeOf(photo.id)}
            isDragged={photo.id === draggedId}
            grip={gripOf(photo.id)}
            onOpen={() => onOpen(index)}
            onMove={(by, button) => move(photo.id, by, button)}
            onCaption={(caption) => arrange(photos.map((one) => (one.id === photo.id ? { ...one, caption } : one)))}
            onRemove={() => remove(photo)}
          />
        ))}
      </ol>
      <output className="vh">{announcement}</output>
    </>
  );
}
