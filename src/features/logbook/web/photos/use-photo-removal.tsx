import { Trash2 } from '#ui/icons/icons.ts';
import { useSyncExternalStore } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { listToasts, showToast, subscribeToToasts } from '#ui/overlays/toast-store.ts';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { updateCachedPhotos, imageClient, refreshPhotos } from './photo-queries.ts';

/** Hidden photos, which are deleted once the undo toast closes. */
let hiddenIds: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const readHiddenIds = () => hiddenIds;

function setHiddenIds(next: ReadonlySet<string>): void {
  hiddenIds = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useHiddenPhotos(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, readHiddenIds, readHiddenIds);
}

export function usePhotoRemoval(logId: string) {
  const intl = useIntl();
  return (photo: LogPhoto): void => removePhoto(intl, logId, photo);
}

function removePhoto(intl: IntlShape, logId: string, { id }: LogPhoto): void {
  setHiddenIds(hiddenIds.union(new Set([id])));
  const stay = () => setHiddenIds(hiddenIds.difference(new Set([id])));
  const toast = showToast({
    icon: <Trash2 size={20} aria-hidden="true" />,
    text: intl.formatMessage({ id: 'logbook.photos.removed' }),
    undo: { label: intl.formatMessage({ id: 'logbook.list.undo' }), onUndo: stay },
  });
  const finish = async () => {
    stopWaiting();
    if (!hiddenIds.has(id)) return;
    try {
      await imageClient('DELETE api/Image/DeleteImage/{logId}/{imageId}', { params: { logId, imageId: id } });
      updateCachedPhotos(logId, (photos) => photos.filter((photo) => photo.id !== id));
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    stay();
    refreshPhotos(logId);
  };
  const stopWaiting = subscribeToToasts(() => {
    if (!listToasts().some((shown) => shown.id === toast)) void finish();
  });
}
