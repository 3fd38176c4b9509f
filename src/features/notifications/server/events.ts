import type { DeletedNotification, Notification, ReadAll } from '../shared/contract.ts';

/** What the pages of one person listen to. */
export function channelName(event: 'create' | 'update' | 'delete' | 'read-all', affiliateId: number): string {
  return `notification.${event}:${affiliateId}`;
}

export interface Events {
  create: Notification;
  update: Notification;
  delete: DeletedNotification;
  'read-all': ReadAll;
}
