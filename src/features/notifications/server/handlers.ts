import type { Context } from '../../../platform/server/context.ts';
import { graphqlPart, type GraphqlPart } from '../../../platform/server/graphql.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import type { Locale } from '../../../platform/shared/locale.ts';
import {
  fail,
  type Notification,
  type NotificationChoice,
  notificationsApi,
  type NotificationPage,
} from '../shared/contract.ts';
import { channelsOf, type Notice } from '../shared/notice.ts';
import { channelName, type Events } from './events.ts';
import { firstPage, readToken, writeToken } from './page-token.ts';
import * as sql from './sql.ts';

const usualPageSize = 30;

/** Everybody has only their own; whose else they are is not told. */
function demandOwn(ctx: Context, affiliateId: number): number {
  if (affiliateId !== ctx.user.affiliateId) throw failCall('not_found');
  return affiliateId;
}

export function notificationHandlers(notices: readonly Notice[]): GraphqlPart {
  const byKind = new Map(notices.map((notice) => [notice.kind, notice]));

  /** Told in another language than the page is in now: said again, from what it was made of. */
  function inLanguage(ctx: Context, locale: Locale, row: sql.PageRow['items'][number]): Notification {
    const { values } = row;
    const notice = values === null ? undefined : byKind.get(row.kind);
    if (values === null || notice === undefined) return row;
    const text = (part: string) => ctx.services.messages.format(locale, `${notice.template}.${part}`, values);
    return { ...row, name: text('name'), message: text('message') };
  }

  function stream<Event extends keyof Events>(ctx: Context, event: Event, affiliateId: number) {
    return ctx.services.pubsub.subscribe<Events[Event]>(channelName(event, demandOwn(ctx, affiliateId)));
  }

  async function publish<Event extends keyof Events>(ctx: Context, event: Event, payload: Events[Event]) {
    await ctx.services.pubsub.publish(ctx.db, channelName(event, ctx.user.affiliateId), payload);
  }

  function describeChoice(ctx: Context, notice: Notice, chosen: sql.ChoiceRow | undefined): NotificationChoice {
    const { portal, mail } = channelsOf(notice, chosen ?? null);
    return {
      kind: notice.kind,
      title: ctx.services.messages.format(ctx.locale, `${notice.template}.title`),
      can_portal: notice.channels.portal,
      can_mail: notice.channels.mail,
      in_portal: portal,
      by_mail: mail,
      is_required: notice.isRequired ?? false,
    };
  }

  return graphqlPart(notificationsApi, {
    async queryAllByAffiliateId(ctx, { affiliate_id, unread_only: unreadOnly, limit, nextToken }) {
      const affiliateId = demandOwn(ctx, affiliate_id);
      const { locale } = ctx;
      const size = limit ?? usualPageSize;
      const after = nextToken ? readToken(nextToken) : firstPage;
      const [page] = await sql.pageOf(size, unreadOnly ?? false)(
        ctx.db,
        affiliateId,
        locale,
        after.timestamp,
        after.id,
      );
      const { items = [], unread = 0 } = page ?? {};
      const last = items.length === size ? items.at(-1) : undefined;
      return {
        items: items.map((row) => inLanguage(ctx, locale, row)),
        nextToken: last === undefined ? null : writeToken(last),
        unread,
      } satisfies NotificationPage;
    },

    async notificationChoices(ctx, { affiliate_id }) {
      const chosen = new Map(
        (await sql.listChoices(ctx.db, demandOwn(ctx, affiliate_id))).map((choice) => [choice.kind, choice]),
      );
      return notices.map((notice) => describeChoice(ctx, notice, chosen.get(notice.kind)));
    },

    async updateNotification(ctx, { affiliate_id, id, read }) {
      const [row] = await sql.updateRead(ctx.db, demandOwn(ctx, affiliate_id), id, read);
      if (row === undefined) throw failCall('not_found');
      const { is_changed: isChanged, ...notification } = row;
      if (isChanged) await publish(ctx, 'update', notification);
      return notification;
    },

    async readAllNotifications(ctx, { affiliate_id }) {
      const affiliateId = demandOwn(ctx, affiliate_id);
      const [done] = await sql.readAll(ctx.db, affiliateId);
      if (done === undefined) throw new Error('the update answered nothing');
      const all = { affiliate_id: affiliateId, ...done };
      if (all.changed > 0) await publish(ctx, 'read-all', all);
      return all;
    },

    async deleteNotification(ctx, { affiliate_id, id }) {
      const affiliateId = demandOwn(ctx, affiliate_id);
      const [row] = await sql.markDeleted(ctx.db, affiliateId, id);
      if (row === undefined) throw failCall('not_found');
      const gone = { id, affiliate_id: affiliateId };
      await publish(ctx, 'delete', gone);
      return gone;
    },

    async restoreNotification(ctx, { affiliate_id, id }) {
      const [notification] = await sql.markRestored(ctx.db, demandOwn(ctx, affiliate_id), id);
      if (notification === undefined) throw failCall('not_found');
      await publish(ctx, 'create', notification);
      return notification;
    },

    async updateNotificationChoice(ctx, { affiliate_id, kind, in_portal, by_mail }) {
      const affiliateId = demandOwn(ctx, affiliate_id);
      const notice = byKind.get(kind);
      if (notice === undefined) throw fail('notifications.unknown_kind', { path: 'kind' });
      if (notice.isRequired) throw fail('notifications.required', { path: 'kind' });
      await sql.upsertChoice(ctx.db, affiliateId, kind, in_portal, by_mail);
      return describeChoice(ctx, notice, { kind, in_portal, by_mail });
    },

    onCreate: (ctx, { affiliate_id }) => stream(ctx, 'create', affiliate_id),
    onUpdate: (ctx, { affiliate_id }) => stream(ctx, 'update', affiliate_id),
    onDelete: (ctx, { affiliate_id }) => stream(ctx, 'delete', affiliate_id),
    onReadAll: (ctx, { affiliate_id }) => stream(ctx, 'read-all', affiliate_id),
  });
}
