import { onReconnect, subscribe } from '#platform/web/client/subscriptions.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import type { Notification } from '#features/notifications/shared/contract.ts';
import { documents } from './documents.ts';
import { countUnread, removeFromLists, upsertInLists, queryKey, markListsRead, refreshLists } from './list-cache.ts';
import { setAnnouncement } from './unread-store.ts';

/** By then the server listens on behalf of a page that has just come, or come back. */
const secondLookDelayMs = 2_000;

/** Keeps the badge and the lists right: by events, and after a lost network by asking again. */
export function watchNotifications(me: number): () => void {
  const count = () => void countUnread(me).catch(() => undefined);
  const catchUp = () => {
    refreshLists();
    count();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What happens between the first look and the first event is seen by a second look. */
  const lookAgain = (look: () => void) => {
    look();
    clearTimeout(timer);
    timer = setTimeout(look, secondLookDelayMs);
  };
  const take = (change: () => void) => {
    change();
    // A list that is being fetched may have been read before this happened.
    if (queryClient.isFetching({ queryKey }) > 0) refreshLists();
    count();
  };
  const comeBack = () => lookAgain(catchUp);
  const stops = [
    subscribe<{ onCreate: Notification }>(
      documents.onCreate,
      ({ onCreate }) => {
        take(() => upsertInLists(onCreate));
        // One that was had back is no news.
        if (onCreate.version === 1) setAnnouncement(onCreate);
      },
      { me },
    ),
    subscribe<{ onUpdate: Notification }>(documents.onUpdate, ({ onUpdate }) => take(() => upsertInLists(onUpdate)), {
      me,
    }),
    subscribe<{ onDelete: { id: string } }>(
      documents.onDelete,
      ({ onDelete }) => take(() => removeFromLists(onDelete.id)),
      { me },
    ),
    subscribe<{ onReadAll: { until: string } }>(
      documents.onReadAll,
      ({ onReadAll }) => take(() => markListsRead(onReadAll.until)),
      { me },
    ),
    onReconnect(comeBack),
    () => removeEventListener('online', comeBack),
    () => clearTimeout(timer),
  ];
  // A socket may outlive a lost network, with what was sent meanwhile lost.
  addEventListener('online', comeBack);
  lookAgain(count);
  return () => {
    for (const stop of stops) stop();
  };
}
