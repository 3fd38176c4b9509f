import type { DeletedNotification, Notification, ReadAll } from '#features/notifications/shared/contract.ts';

/** What the pages of one person listen to. */
export function channelName(event: 'create' | 'update' | 'delete' | 'read-all', affiliateId: number): string {
  return `notification.${event}:${affiliateId}`;
}

export interface NotificationEvents {
  create: Notification;
  update: Notification;
  delete: DeletedNotification;
  'read-all': ReadAll;
}
