import * as z from 'zod';
import { defineGraphql } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';

export const fail = defineErrors({
  'notifications.unknown_kind': 404,
  'notifications.required': 409,
  'notifications.wrong_token': 400,
});

export const Notification = z.object({
  id: z.string(),
  affiliate_id: z.int(),
  timestamp: z.string(),
  read: z.boolean(),
  name: z.string(),
  url: z.string().nullable(),
  message: z.string(),
  /** The kind of notice, which decides the icon. */
  kind: z.string(),
  version: z.int(),
});
export type Notification = z.output<typeof Notification>;

export const NotificationPage = z.object({
  items: z.array(Notification),
  /** The token of the next page; null at the end. */
  nextToken: z.string().nullable(),
  unread: z.int(),
});
export type NotificationPage = z.output<typeof NotificationPage>;

export const DeletedNotification = z.object({ id: z.string(), affiliate_id: z.int() });
export type DeletedNotification = z.output<typeof DeletedNotification>;

/** All notifications up to a moment were marked as read. */
export const ReadAll = z.object({ affiliate_id: z.int(), until: z.string(), changed: z.int() });
export type ReadAll = z.output<typeof ReadAll>;

export const NotificationChoice = z.object({
  kind: z.string(),
  /** The name in the person's language. */
  title: z.string(),
  /** One of `noticeGroups`. */
  group: z.string(),
  can_portal: z.boolean(),
  can_mail: z.boolean(),
  in_portal: z.boolean(),
  by_mail: z.boolean(),
  is_required: z.boolean(),
  /** Turned off with its group; the chosen channels return when it is turned on. */
  is_muted: z.boolean(),
});
export type NotificationChoice = z.output<typeof NotificationChoice>;

const pageSizeMax = 100;
const Own = z.object({ affiliate_id: z.int() });
const One = Own.extend({ id: z.uuid() });

export const notificationsApi = defineGraphql({
  types: { Notification, NotificationPage, DeletedNotification, ReadAll, NotificationChoice },
  queries: {
    queryAllByAffiliateId: {
      summary: 'Lists the signed-in person’s notifications, newest first, page by page.',
      access: 'signedIn',
      args: Own.extend({
        unread_only: z.boolean().nullish(),
        limit: z.int().min(1).max(pageSizeMax).nullish(),
        nextToken: z.string().max(200).nullish(),
      }),
      output: NotificationPage,
    },
    notificationChoices: {
      summary: 'Lists the available and chosen channels of each kind of notification that can reach the person.',
      access: 'signedIn',
      args: Own,
      output: z.array(NotificationChoice),
    },
  },
  mutations: {
    updateNotification: {
      summary: 'Marks a notification as read or unread.',
      access: 'signedIn',
      args: One.extend({ read: z.boolean() }),
      output: Notification,
    },
    readAllNotifications: {
      summary: 'Marks all notifications up to now as read.',
      access: 'signedIn',
      args: Own,
      output: ReadAll,
    },
    deleteNotification: {
      summary: 'Deletes a notification; it can be restored for a day.',
      access: 'signedIn',
      args: One,
      output: DeletedNotification,
    },
    restoreNotification: {
      summary: 'Restores a deleted notification.',
      access: 'signedIn',
      args: One,
      output: Notification,
    },
    updateNotificationChoice: {
      summary: 'Sets the channels of a kind of notification: the portal, email, both or neither.',
      access: 'signedIn',
      args: Own.extend({ kind: z.string().max(100), in_portal: z.boolean(), by_mail: z.boolean() }),
      output: NotificationChoice,
    },
    muteNotificationGroup: {
      summary: 'Turns the optional kinds of a group off or on, without changing their chosen channels.',
      access: 'signedIn',
      args: Own.extend({ group: z.string().max(40), is_muted: z.boolean() }),
      output: z.array(NotificationChoice),
    },
  },
  subscriptions: {
    onCreate: {
      summary: 'Sends each new or restored notification of the signed-in person.',
      access: 'signedIn',
      allowsRawSession: true,
      args: Own,
      output: Notification,
    },
    onUpdate: {
      summary: 'Sends each notification that was marked as read or unread, on any device.',
      access: 'signedIn',
      allowsRawSession: true,
      args: Own,
      output: Notification,
    },
    onDelete: {
      summary: 'Sends each notification that was deleted, on any device.',
      access: 'signedIn',
      allowsRawSession: true,
      args: Own,
      output: DeletedNotification,
    },
    onReadAll: {
      summary: 'Sends an event when all notifications were marked as read.',
      access: 'signedIn',
      allowsRawSession: true,
      args: Own,
      output: ReadAll,
    },
  },
});
