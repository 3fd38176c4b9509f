import type { Context } from '#platform/server/http/context.ts';
import { defineResolvers, type GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { isMinor } from '#domain/age.ts';
import {
  fail,
  type Notification,
  type NotificationChoice,
  notificationsApi,
  type NotificationPage,
} from '#features/notifications/shared/contract.ts';
import { canReach, getNoticeGroup, resolveChannels, type Notice } from '#features/notifications/shared/notice.ts';
import { channelName, type NotificationEvents } from './events.ts';
import { firstPagePosition, decodePageToken, encodePageToken } from './page-token.ts';
import * as queries from './queries.ts';

const defaultPageSize = 30;

/** Users access only their own notifications; others are reported as not found. */
function requireOwnId(ctx: Context, affiliateId: number): number {
  if (affiliateId !== ctx.user.affiliateId) throw failCall('not_found');
  return affiliateId;
}

const toRow = ({ kind, in_portal: inPortal, by_mail: byMail, is_muted: isMuted }: queries.Choice) => ({
  kind,
  inPortal,
  byMail,
  isMuted,
});

export function notificationResolvers(notices: readonly Notice[]): GraphqlResolvers {
  const byKind = new Map(notices.map((notice) => [notice.kind, notice]));

  /** Renders a notification again if it was stored in another language than the page's. */
  function localize(ctx: Context, locale: Locale, row: queries.PageItem): Notification {
    const { values } = row;
    const notice = values === null ? undefined : byKind.get(row.kind);
    if (values === null || notice === undefined) return row;
    const text = (part: string) => ctx.services.messages.format(locale, `${notice.template}.${part}`, values);
    try {
      return { ...row, name: text('name'), message: text('message') };
    } catch (error) {
      // Stored before the message used its current values, so the stored text is shown.
      if (['MISSING_VALUE', 'INVALID_VALUE'].includes((error as { code?: string }).code ?? '')) return row;
      throw error;
    }
  }

  function stream<Event extends keyof NotificationEvents>(ctx: Context, event: Event, affiliateId: number) {
    return ctx.services.pubsub.subscribe<NotificationEvents[Event]>(channelName(event, requireOwnId(ctx, affiliateId)));
  }

  async function publish<Event extends keyof NotificationEvents>(
    ctx: Context,
    event: Event,
    payload: NotificationEvents[Event],
  ) {
    await ctx.services.pubsub.publish(ctx.db, channelName(event, ctx.user.affiliateId), payload);
  }

  function describeChoice(ctx: Context, notice: Notice, chosen: queries.Choice | undefined): NotificationChoice {
    const { portal, mail } = resolveChannels(notice, chosen ?? null);
    return {
      kind: notice.kind,
      group: getNoticeGroup(notice),
      title: ctx.services.messages.format(ctx.locale, `${notice.template}.title`),
      can_portal: notice.channels.portal,
      can_mail: notice.channels.mail,
      in_portal: portal,
      by_mail: mail,
      is_required: notice.isRequired ?? false,
      is_muted: !notice.isRequired && (chosen?.is_muted ?? false),
    };
  }

  /** The notices that can reach the person; the choices of others stay stored, because roles change. */
  async function listReachable(ctx: Context): Promise<Notice[]> {
    const row = await queries.findReader.first(ctx.db, { affiliateId: ctx.user.affiliateId });
    if (row === undefined) return [];
    const reader = { ...row, isMinor: isMinor(row.birthdate, toIsoDate(ctx.now)) };
    return notices.filter((notice) => canReach(notice, reader));
  }

  async function listChosen(ctx: Context): Promise<Map<string, queries.Choice>> {
    const choices = await queries.listChoices(ctx.db, { affiliateId: ctx.user.affiliateId });
    return new Map(choices.map((choice) => [choice.kind, choice]));
  }

  return defineResolvers(notificationsApi, {
    async queryAllByAffiliateId(ctx, { affiliate_id, unread_only: unreadOnly, limit, nextToken }) {
      const affiliateId = requireOwnId(ctx, affiliate_id);
      const { locale } = ctx;
      const size = limit ?? defaultPageSize;
      const after = nextToken ? decodePageToken(nextToken) : firstPagePosition;
      const page = await queries
        .listPage({ size, unreadOnly: unreadOnly ?? false })
        .first(ctx.db, { affiliateId, locale, ...after });
      const { items = [], unread = 0 } = page ?? {};
      const last = items.length === size ? items.at(-1) : undefined;
      return {
        items: items.map((row) => localize(ctx, locale, row)),
        nextToken: last === undefined ? null : encodePageToken(last),
        unread,
      } satisfies NotificationPage;
    },

    async notificationChoices(ctx, { affiliate_id }) {
      requireOwnId(ctx, affiliate_id);
      const [reachable, chosen] = await Promise.all([listReachable(ctx), listChosen(ctx)]);
      return reachable.map((notice) => describeChoice(ctx, notice, chosen.get(notice.kind)));
    },

    async updateNotification(ctx, { affiliate_id, id, read }) {
      const row = await queries.updateRead.first(ctx.db, { affiliateId: requireOwnId(ctx, affiliate_id), id, read });
      if (row === undefined) throw failCall('not_found');
      const { is_changed: isChanged, ...notification } = row;
      if (isChanged) await publish(ctx, 'update', notification);
      return notification;
    },

    async readAllNotifications(ctx, { affiliate_id }) {
      const affiliateId = requireOwnId(ctx, affiliate_id);
      const result = await queries.markAllRead.first(ctx.db, { affiliateId });
      if (result === undefined) throw new Error('markAllRead returned no row');
      const all = { affiliate_id: affiliateId, ...result };
      if (all.changed > 0) await publish(ctx, 'read-all', all);
      return all;
    },

    async deleteNotification(ctx, { affiliate_id, id }) {
      const affiliateId = requireOwnId(ctx, affiliate_id);
      const row = await queries.markDeleted.first(ctx.db, { affiliateId, id });
      if (row === undefined) throw failCall('not_found');
      const deleted = { id, affiliate_id: affiliateId };
      await publish(ctx, 'delete', deleted);
      return deleted;
    },

    async restoreNotification(ctx, { affiliate_id, id }) {
      const notification = await queries.markRestored.first(ctx.db, {
        affiliateId: requireOwnId(ctx, affiliate_id),
        id,
      });
      if (notification === undefined) throw failCall('not_found');
      await publish(ctx, 'create', notification);
      return notification;
    },

    async updateNotificationChoice(ctx, { affiliate_id, kind, in_portal, by_mail }) {
      const affiliateId = requireOwnId(ctx, affiliate_id);
      const notice = byKind.get(kind);
      if (notice === undefined) throw fail('notifications.unknown_kind', { path: 'kind' });
      if (notice.isRequired) throw fail('notifications.required', { path: 'kind' });
      const choice = { kind, in_portal, by_mail, is_muted: false };
      await queries.upsertChoice(ctx.db, { affiliateId, ...toRow(choice) });
      return describeChoice(ctx, notice, choice);
    },

    async muteNotificationGroup(ctx, { affiliate_id, group, is_muted }) {
      const affiliateId = requireOwnId(ctx, affiliate_id);
      const chosen = await listChosen(ctx);
      const reachable = (await listReachable(ctx)).filter((notice) => getNoticeGroup(notice) === group);
      if (reachable.length === 0) throw fail('notifications.unknown_kind', { path: 'group' });
      const optional = reachable.filter(({ isRequired }) => !isRequired);
      const isSilent = optional.every(({ kind, usual }) => {
        const { in_portal, by_mail } = chosen.get(kind) ?? { in_portal: usual.portal, by_mail: usual.mail };
        return !in_portal && !by_mail;
      });
      for (const { kind, usual } of optional) {
        // Turning on a group whose kinds were all turned off one by one returns to the defaults.
        const former = isSilent && !is_muted ? undefined : chosen.get(kind);
        const { in_portal, by_mail } = former ?? { in_portal: usual.portal, by_mail: usual.mail };
        const choice = { kind, in_portal, by_mail, is_muted };
        chosen.set(kind, choice);
        await queries.upsertChoice(ctx.db, { affiliateId, ...toRow(choice) });
      }
      return reachable.map((notice) => describeChoice(ctx, notice, chosen.get(notice.kind)));
    },

    onCreate: (ctx, { affiliate_id }) => stream(ctx, 'create', affiliate_id),
    onUpdate: (ctx, { affiliate_id }) => stream(ctx, 'update', affiliate_id),
    onDelete: (ctx, { affiliate_id }) => stream(ctx, 'delete', affiliate_id),
    onReadAll: (ctx, { affiliate_id }) => stream(ctx, 'read-all', affiliate_id),
  });
}
