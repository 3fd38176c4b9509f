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
  /** Which kind of news it is; the page draws its picture by it. */
  kind: z.string(),
  version: z.int(),
});
export type Notification = z.output<typeof Notification>;

export const NotificationPage = z.object({
  items: z.array(Notification),
  /** Where the next page begins; null at the end. */
  nextToken: z.string().nullable(),
  unread: z.int(),
});
export type NotificationPage = z.output<typeof NotificationPage>;

export const DeletedNotification = z.object({ id: z.string(), affiliate_id: z.int() });
export type DeletedNotification = z.output<typeof DeletedNotification>;

/** All that were there at a moment were read at once. */
export const ReadAll = z.object({ affiliate_id: z.int(), until: z.string(), changed: z.int() });
export type ReadAll = z.output<typeof ReadAll>;

export const NotificationChoice = z.object({
  kind: z.string(),
  /** What it is called, in the person's language. */
  title: z.string(),
  can_portal: z.boolean(),
  can_mail: z.boolean(),
  in_portal: z.boolean(),
  by_mail: z.boolean(),
  /** Cannot be turned off. */
  is_required: z.boolean(),
});
export type NotificationChoice = z.output<typeof NotificationChoice>;

const pageSizeMax = 100;
const Own = z.object({ affiliate_id: z.int() });
const One = Own.extend({ id: z.uuid() });

export const notificationsApi = defineGraphql({
  types: { Notification, NotificationPage, DeletedNotification, ReadAll, NotificationChoice },
  queries: {
    queryAllByAffiliateId: {
      summary: 'What the signed-in person was told, newest first, page by page.',
      access: 'signedIn',
      args: Own.extend({
        unread_only: z.boolean().nullish(),
        limit: z.int().min(1).max(pageSizeMax).nullish(),
        nextToken: z.string().max(200).nullish(),
      }),
      output: NotificationPage,
    },
    notificationChoices: {
      summary: 'For each kind of news: where it can be told, and where it is.',
      access: 'signedIn',
      args: Own,
      output: z.array(NotificationChoice),
    },
  },
  mutations: {
    updateNotification: {
      summary: 'Marks one as read, or as unread again.',
      access: 'signedIn',
      args: One.extend({ read: z.boolean() }),
      output: Notification,
    },
    readAllNotifications: {
      summary: 'Marks all as read that were there at the moment of the call.',
      access: 'signedIn',
      args: Own,
      output: ReadAll,
    },
    deleteNotification: {
      summary: 'Deletes one; for a day it can be had back.',
      access: 'signedIn',
      args: One,
      output: DeletedNotification,
    },
    restoreNotification: {
      summary: 'Undoes a deletion.',
      access: 'signedIn',
      args: One,
      output: Notification,
    },
    updateNotificationChoice: {
      summary: 'Where a kind of news is told: in the portal, by mail, both or neither.',
      access: 'signedIn',
      args: Own.extend({ kind: z.string().max(100), in_portal: z.boolean(), by_mail: z.boolean() }),
      output: NotificationChoice,
    },
  },
  subscriptions: {
    onCreate: {
      summary: 'Each new notification of the signed-in person, and each that was had back.',
      access: 'signedIn',
      allowsRawSession: true,
      args: Own,
      output: Notification,
    },
    onUpdate: {
      summary: 'Each that was read or unread, elsewhere too.',
      access: 'signedIn',
      allowsRawSession: true,
      args: Own,
      output: Notification,
    },
    onDelete: {
      summary: 'Each that was deleted, elsewhere too.',
      access: 'signedIn',
      allowsRawSession: true,
      args: Own,
      output: DeletedNotification,
    },
    onReadAll: {
      summary: 'All were read at once.',
      access: 'signedIn',
      allowsRawSession: true,
      args: Own,
      output: ReadAll,
    },
  },
});
