import { Trash2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { listToasts, showToast, subscribeToToasts } from '../../../../ui/toast-store.ts';
import type { LogPhoto } from '../../shared/contract.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { changePhotos, images, refreshPhotos } from './photo-queries.ts';

/** Out of sight already; gone once the message that offers to undo it is gone. */
let leaving: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function setLeaving(next: ReadonlySet<string>): void {
  leaving = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLeavingPhotos(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => leaving);
}

export function usePhotoRemoval(logId: string) {
  const intl = useIntl();
  return (photo: LogPhoto): void => removePhoto(intl, logId, photo);
}

function removePhoto(intl: IntlShape, logId: string, { id }: LogPhoto): void {
  setLeaving(leaving.union(new Set([id])));
  const stay = () => setLeaving(leaving.difference(new Set([id])));
  const toast = showToast({
    icon: <Trash2 size={20} aria-hidden="true" />,
    text: intl.formatMessage({ id: 'logbook.photos.removed' }),
    undo: { label: intl.formatMessage({ id: 'logbook.list.undo' }), onUndo: stay },
  });
  const finish = async () => {
    stopWaiting();
    if (!leaving.has(id)) return;
    try {
      await images('DELETE api/Image/DeleteImage/{logId}/{imageId}', { params: { logId, imageId: id } });
      changePhotos(logId, (photos) => photos.filter((photo) => photo.id !== id));
    } catch (error) {
      showToast({ text: failureText(intl, error) });
    }
    stay();
    refreshPhotos(logId);
  };
  const stopWaiting = subscribeToToasts(() => {
    if (!listToasts().some((shown) => shown.id === toast)) void finish();
  });
}
