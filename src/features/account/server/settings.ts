import type { Context } from '../../../platform/server/context.ts';
import { graphqlPart, type GraphqlPart } from '../../../platform/server/graphql.ts';
import { statement } from '../../../platform/server/db.ts';
import { type Settings, settingsApi } from '../shared/contract.ts';
import { demandSubject } from './acting.ts';

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

export function settingsHandlers(): GraphqlPart {
  return graphqlPart(settingsApi, {
    async unitSetting(ctx, { affiliate_id: affiliateId }) {
      await demandSubject(ctx, affiliateId);
      const [row] = await selectSettings(ctx.db, affiliateId);
      return { affiliate_id: affiliateId, unit: row?.unit ?? 'Metric' };
    },

    async upsertUnit(ctx, { affiliate_id: affiliateId, unit }) {
      await demandSubject(ctx, affiliateId);
      await updateUnit(ctx.db, affiliateId, unit);
      await publishSettings(ctx, affiliateId);
      return { affiliate_id: affiliateId, unit };
    },

    onUpdateSettings: ({ user, services }) => services.pubsub.subscribe<Settings>(settingsChannel(user.affiliateId)),
  });
}
