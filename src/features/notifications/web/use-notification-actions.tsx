import { Trash2 } from '#ui/icons/icons.ts';
import { useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { dismissToast, showToast } from '#ui/overlays/toast-store.ts';
import type { Notification } from '#features/notifications/shared/contract.ts';
import { useDeleteNotification, useMarkRead, useMarkAllRead, useRestoreNotification } from './queries.ts';

export interface NotificationActions {
  markRead: (item: Notification, read: boolean) => void;
  markAllRead: () => void;
  remove: (item: Notification) => void;
}

/** The actions belong to the drawer, because a row is removed before the server responds. */
export function useNotificationActions(): NotificationActions {
  const intl = useIntl();
  const text = (id: MessageId) => intl.formatMessage({ id });
  const fail = () => void showToast({ text: text('GeneralError') });
  const marking = useMarkRead(fail);
  const markingAll = useMarkAllRead(fail);
  const restoring = useRestoreNotification(fail);
  const deleting = useDeleteNotification(({ toast }) => {
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
        undo: { label: text('notifications.undo'), onUndo: () => restoring.mutate(item) },
      });
      deleting.mutate({ item, toast });
    },
  };
}
