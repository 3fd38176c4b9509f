import type { Context } from '#platform/server/http/context.ts';
import { defineResolvers, type GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { fail } from '#platform/shared/errors.ts';
import type { UnitSystem } from '#domain/units.ts';
import { type Settings, settingsApi } from '#features/account/shared/contract.ts';
import { canManageAccount } from '#features/account/shared/policy.ts';
import { requireSubject, auditChange, auditRead, type Subject } from '#features/account/server/people/subject.ts';

const findSettings = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select(['language', 'unit']).where('affiliate_id', '=', p.affiliateId),
);
const updateUnit = query((db, p: Params<{ affiliateId: number; unit: UnitSystem }>) =>
  db.updateTable('person').set({ unit: p.unit }).where('affiliate_id', '=', p.affiliateId),
);

function getSettingsChannel(affiliateId: number): string {
  return `settings:${affiliateId}`;
}

/** Published in the transaction of the change; every open page of the person applies it. */
export async function publishSettings(ctx: Context, affiliateId: number): Promise<void> {
  const settings = await findSettings.first(ctx.db, { affiliateId });
  if (settings !== undefined) await ctx.services.pubsub.publish(ctx.db, getSettingsChannel(affiliateId), settings);
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
      const settings = await findSettings.first(ctx.db, { affiliateId });
      return { affiliate_id: affiliateId, unit: settings?.unit ?? 'Metric' };
    },

    async upsertUnit(ctx, { affiliate_id: affiliateId, unit }) {
      const subject = await requireManagedSubject(ctx, affiliateId);
      await updateUnit(ctx.db, { affiliateId, unit });
      if (subject.relation !== 'self') await auditChange(ctx, subject, 'settings.changed', { unit });
      await publishSettings(ctx, affiliateId);
      return { affiliate_id: affiliateId, unit };
    },

    onUpdateSettings: ({ user, services }) => services.pubsub.subscribe<Settings>(getSettingsChannel(user.affiliateId)),
  });
}
