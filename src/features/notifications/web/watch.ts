import { onReconnect, subscribe } from '../../../platform/web/live.ts';
import { queries } from '../../../platform/web/query.ts';
import type { Notification } from '../shared/contract.ts';
import { documents } from './documents.ts';
import { countUnread, dropFromLists, putInLists, queryKey, readLists, refreshLists } from './lists.ts';
import { setNews } from './unread.ts';

/** By then the server listens on behalf of a page that has just come, or come back. */
const listeningMs = 2_000;

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
    timer = setTimeout(look, listeningMs);
  };
  const take = (change: () => void) => {
    change();
    // A list that is being fetched may have been read before this happened.
    if (queries.isFetching({ queryKey }) > 0) refreshLists();
    count();
  };
  const comeBack = () => lookAgain(catchUp);
  const stops = [
    subscribe<{ onCreate: Notification }>(
      documents.onCreate,
      ({ onCreate }) => {
        take(() => putInLists(onCreate));
        // One that was had back is no news.
        if (onCreate.version === 1) setNews(onCreate);
      },
      { me },
    ),
    subscribe<{ onUpdate: Notification }>(documents.onUpdate, ({ onUpdate }) => take(() => putInLists(onUpdate)), {
      me,
    }),
    subscribe<{ onDelete: { id: string } }>(
      documents.onDelete,
      ({ onDelete }) => take(() => dropFromLists(onDelete.id)),
      { me },
    ),
    subscribe<{ onReadAll: { until: string } }>(
      documents.onReadAll,
      ({ onReadAll }) => take(() => readLists(onReadAll.until)),
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
