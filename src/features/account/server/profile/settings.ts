import type { Context } from '#platform/server/http/context.ts';
import { defineResolvers, type GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import { statement } from '#platform/server/db/database.ts';
import { fail } from '#platform/shared/errors.ts';
import { type Settings, settingsApi } from '#features/account/shared/contract.ts';
import { canManageAccount } from '#features/account/shared/account-permissions.ts';
import { requireSubject, auditChange, auditRead, type Subject } from '#features/account/server/people/subject.ts';

const selectSettings = statement<Settings, [affiliateId: number]>(
  'select language, unit from person where affiliate_id = $1',
);
const updateUnit = statement<unknown, [affiliateId: number, unit: string]>(
  'update person set unit = $2 where affiliate_id = $1',
);

function getSettingsChannel(affiliateId: number): string {
  return `settings:${affiliateId}`;
}

/** Published in the transaction of the change; every open page of the person applies it. */
export async function publishSettings(ctx: Context, affiliateId: number): Promise<void> {
  const [row] = await selectSettings(ctx.db, affiliateId);
  if (row !== undefined) await ctx.services.pubsub.publish(ctx.db, getSettingsChannel(affiliateId), row);
}

/** Units are a personal setting, so staff get `not_found`. */
async function requireManagedSubject(ctx: Context, affiliateId: number): Promise<Subject> {
  const subject = await requireSubject(ctx, affiliateId);
  if (!canManageAccount(subject.relation)) throw fail('not_found');
  return subject;
}

export function settingsResolvers(): GraphqlResolvers {
  return defineResolvers(settingsApi, {
    async unitSetting(ctx, { affiliate_id: affiliateId }) {
      await auditRead(ctx, await requireManagedSubject(ctx, affiliateId), 'settings');
      const [row] = await selectSettings(ctx.db, affiliateId);
      return { affiliate_id: affiliateId, unit: row?.unit ?? 'Metric' };
    },

    async upsertUnit(ctx, { affiliate_id: affiliateId, unit }) {
      const subject = await requireManagedSubject(ctx, affiliateId);
      await updateUnit(ctx.db, affiliateId, unit);
      if (subject.relation !== 'self') await auditChange(ctx, subject, 'settings.changed', { unit });
      await publishSettings(ctx, affiliateId);
      return { affiliate_id: affiliateId, unit };
    },

    onUpdateSettings: ({ user, services }) => services.pubsub.subscribe<Settings>(getSettingsChannel(user.affiliateId)),
  });
}
