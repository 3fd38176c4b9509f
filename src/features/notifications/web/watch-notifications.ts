import { onReconnect, subscribe } from '#platform/web/client/subscriptions.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { documents } from './documents.ts';
import { countUnread, removeFromLists, upsertInLists, queryKey, markListsRead, refreshLists } from './list-cache.ts';
import { setAnnouncement } from './unread-store.ts';

/** The time after which the server has subscribed for a new or reconnected page. */
const secondLoadDelayMs = 2_000;

/** Keeps the badge and the lists up to date by events, and refetches after a lost connection. */
export function watchNotifications(me: number): () => void {
  const count = () => void countUnread(me).catch(() => undefined);
  const catchUp = () => {
    refreshLists();
    count();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Refetches a second time, because events between the first fetch and the subscription are missed. */
  const loadTwice = (load: () => void) => {
    load();
    clearTimeout(timer);
    timer = setTimeout(load, secondLoadDelayMs);
  };
  const applyChange = (change: () => void) => {
    change();
    // A pending fetch may have read the state before this change.
    if (currentQueryClient().isFetching({ queryKey }) > 0) refreshLists();
    count();
  };
  const onOnline = () => loadTwice(catchUp);
  const stops = [
    subscribe(
      documents.onCreate,
      ({ onCreate }) => {
        applyChange(() => upsertInLists(onCreate));
        // Restored notifications are not announced.
        if (onCreate.version === 1) setAnnouncement(onCreate);
      },
      { me },
    ),
    subscribe(documents.onUpdate, ({ onUpdate }) => applyChange(() => upsertInLists(onUpdate)), {
      me,
    }),
    subscribe(documents.onDelete, ({ onDelete }) => applyChange(() => removeFromLists(onDelete.id)), { me }),
    subscribe(documents.onReadAll, ({ onReadAll }) => applyChange(() => markListsRead(onReadAll.until)), { me }),
    onReconnect(onOnline),
    () => removeEventListener('online', onOnline),
    () => clearTimeout(timer),
  ];
  // A socket may survive a lost network, but the messages sent in between are lost.
  addEventListener('online', onOnline);
  loadTwice(count);
  return () => {
    for (const stop of stops) stop();
  };
}
