import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { dismissToast, listToasts, showToast } from '../../../ui/toast-store.ts';
import type { Notification } from '../shared/contract.ts';
import { type Deletion, useDelete, useMarkRead, useReadAll, useRestore } from './queries.ts';

export interface NotificationActions {
  markRead: (item: Notification, read: boolean) => void;
  markAllRead: () => void;
  remove: (item: Notification) => void;
  /** The last deletion, while its message is still there. */
  undo: () => void;
}

/** What can be done to notifications. It belongs to the drawer: a row is gone before the server has answered. */
export function useNotificationActions(): NotificationActions {
  const intl = useIntl();
  const text = (id: string) => intl.formatMessage({ id });
  const fail = () => void showToast({ text: text('GeneralError') });
  const last = useRef<Deletion | null>(null);
  const marking = useMarkRead(fail);
  const markingAll = useReadAll(fail);
  const restoring = useRestore(fail);
  const deleting = useDelete(({ toast }) => {
    dismissToast(toast);
    fail();
  });
  return {
    markRead: (item, read) => marking.mutate({ item, read }),
    markAllRead: () => markingAll.mutate(),
    remove: (item) => {
      const toast = showToast({
        icon: <Trash2 size={20} aria-hidden="true" />,
        text: text('notifications.deleted'),
        undo: {
          label: text('notifications.undo'),
          onUndo: () => {
            // The button goes, and with it would go the focus.
            document.querySelector<HTMLElement>('.drawer [aria-selected=true]')?.focus({ preventScroll: true });
            restoring.mutate(item);
          },
        },
      });
      last.current = { item, toast };
      deleting.mutate(last.current);
    },
    undo: () => {
      if (last.current === null || !listToasts().some(({ id }) => id === last.current?.toast)) return;
      dismissToast(last.current.toast);
      restoring.mutate(last.current.item);
    },
  };
}
