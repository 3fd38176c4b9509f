import { sql, type QueryCreator } from 'kysely';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { flagDefaults, type FlagValue, isFlagName, lockFlag } from '#platform/server/config/feature-flags.ts';
import { type deskEndpoints, fail, type Flag } from '#features/association/shared/contract.ts';

/** `updatedBy` is the staff member's name, or the stored text if it was not a person. */
const selectFlags = (db: QueryCreator<Tables>) =>
  db
    .selectFrom('feature_flag as f')
    .leftJoin('person_name as n', (join) =>
      join.on('n.affiliate_id', '=', sql<number>`substring(f.updated_by from '^person:(\\d{1,15})$')::bigint`),
    )
    .select((eb) => [
      'f.name',
      'f.value',
      'f.updated_at as updatedAt',
      eb
        .case()
        .when(sql<boolean>`starts_with(f.updated_by, 'person:')`)
        .then(sql<string | null>`nullif(n.full_name, '')`)
        .else(eb.ref('f.updated_by'))
        .end()
        .as('updatedBy'),
    ]);
const listFlags = query((db) => selectFlags(db));
const findFlag = query((db, p: Params<{ name: string }>) => selectFlags(db).where('f.name', '=', p.name));

const getFlagKind = (usual: FlagValue): Flag['kind'] =>
  typeof usual === 'boolean' ? 'switch' : typeof usual === 'number' ? 'share' : 'text';
/** A stored value of the wrong type is ignored. */
const getFlagValue = (stored: unknown, usual: FlagValue): FlagValue =>
  typeof stored === typeof usual ? (stored as FlagValue) : usual;

function toFlag(name: string, usual: FlagValue, row: Row<typeof listFlags> | undefined): Flag {
  return {
    name,
    kind: getFlagKind(usual),
    value: getFlagValue(row?.value, usual),
    usual,
    updatedDate: row?.updatedAt.toISOString() ?? null,
    updatedBy: row?.updatedBy ?? null,
  };
}

export const flagHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET flags' | 'PUT flags/{name}'> = {
  'GET flags': async ({ db }) => {
    const rows = new Map((await listFlags(db)).map((row) => [row.name, row]));
    return Object.entries(flagDefaults).map(([name, usual]) => toFlag(name, usual, rows.get(name)));
  },

  'PUT flags/{name}': async (ctx, { params: { name }, body: { value, was } }) => {
    if (!isFlagName(name)) throw fail('association.unknown_flag');
    const usual: FlagValue = flagDefaults[name];
    const isShare = typeof value === 'number' && value >= 0 && value <= 1;
    if (typeof value !== typeof usual || (typeof value === 'number' && !isShare))
      throw fail('association.wrong_value', { path: 'value' });
    const former = getFlagValue(await lockFlag(ctx.db, name), usual);
    if (former !== was) throw fail('association.flag_changed');
    const by = `person:${ctx.user.affiliateId}`;
    await ctx.services.flags.set(ctx.db, name, value, by);
    await appendAudit(ctx.db, {
      actor: ctx.user.affiliateId,
      action: 'flag.set',
      subject: `flag:${name}`,
      data: { value, was: former },
      correlationId: ctx.correlationId,
    });
    const row = await findFlag.first(ctx.db, { name });
    return toFlag(name, usual, row);
  },
};
