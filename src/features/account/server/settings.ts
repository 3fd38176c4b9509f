import type { Context } from '../../../platform/server/context.ts';
import { graphqlPart, type GraphqlPart } from '../../../platform/server/graphql.ts';
import { statement } from '../../../platform/server/db.ts';
import { fail } from '../../../platform/shared/errors.ts';
import { type Settings, settingsApi } from '../shared/contract.ts';
import { canManageAccount } from '../shared/policy.ts';
import { demandSubject, logChange, logReading, type Subject } from './acting.ts';

const selectSettings = statement<Settings, [affiliateId: number]>(
  'select language, unit from person where affiliate_id = $1',
);
const updateUnit = statement<unknown, [affiliateId: number, unit: string]>(
  'update person set unit = $2 where affiliate_id = $1',
);

function settingsChannel(affiliateId: number): string {
  return `settings:${affiliateId}`;
}

/** In the transaction of the change: every open page of the person, on every device, takes it up. */
export async function publishSettings(ctx: Context, affiliateId: number): Promise<void> {
  const [row] = await selectSettings(ctx.db, affiliateId);
  if (row !== undefined) await ctx.services.pubsub.publish(ctx.db, settingsChannel(affiliateId), row);
}

/** How somebody likes to read their numbers is no business of the desk. */
async function demandOwner(ctx: Context, affiliateId: number): Promise<Subject> {
  const subject = await demandSubject(ctx, affiliateId);
  if (!canManageAccount(subject.relation)) throw fail('not_found');
  return subject;
}

export function settingsHandlers(): GraphqlPart {
  return graphqlPart(settingsApi, {
    async unitSetting(ctx, { affiliate_id: affiliateId }) {
      await logReading(ctx, await demandOwner(ctx, affiliateId), 'settings');
      const [row] = await selectSettings(ctx.db, affiliateId);
      return { affiliate_id: affiliateId, unit: row?.unit ?? 'Metric' };
    },

    async upsertUnit(ctx, { affiliate_id: affiliateId, unit }) {
      const subject = await demandOwner(ctx, affiliateId);
      await updateUnit(ctx.db, affiliateId, unit);
      if (subject.relation !== 'self') await logChange(ctx, subject, 'settings.changed', { unit });
      await publishSettings(ctx, affiliateId);
      return { affiliate_id: affiliateId, unit };
    },

    onUpdateSettings: ({ user, services }) => services.pubsub.subscribe<Settings>(settingsChannel(user.affiliateId)),
  });
}
