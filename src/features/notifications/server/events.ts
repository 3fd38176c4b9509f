import type { DeletedNotification, Notification, ReadAll } from '#features/notifications/shared/contract.ts';

/** The channel of one person's notification events. */
export function channelName(event: 'create' | 'update' | 'delete' | 'read-all', affiliateId: number): string {
  return `notification.${event}:${affiliateId}`;
}

export interface NotificationEvents {
  create: Notification;
  update: Notification;
  delete: DeletedNotification;
  'read-all': ReadAll;
}
