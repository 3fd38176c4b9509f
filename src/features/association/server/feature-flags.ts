import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { statement } from '#platform/server/db/database.ts';
import { flagDefaults, type FlagValue, isFlagName } from '#platform/server/config/feature-flags.ts';
import { type deskEndpoints, fail, type Flag } from '#features/association/shared/contract.ts';
import { fullNameSql } from '#features/account/server/public.ts';

interface FlagRow {
  name: string;
  value: unknown;
  updatedAt: Date;
  /** The staff member's name, or the stored text if it was not a person. */
  updatedBy: string | null;
}

const selectFlags = `
  select f.name, f.value, f.updated_at as "updatedAt",
    case when starts_with(f.updated_by, 'person:') then nullif(${fullNameSql('p')}, '') else f.updated_by end as "updatedBy"
  from feature_flag f
    left join person p on p.affiliate_id = substring(f.updated_by from '^person:(\\d{1,15})$')::bigint`;
const listFlags = statement<FlagRow, []>(selectFlags);
const findFlag = statement<FlagRow, [name: string]>(`${selectFlags} where f.name = $1`);
/** Inserts the default, so the first change can lock a row too. */
const insertDefault = statement<unknown, [name: string, value: string]>(`
  insert into feature_flag (name, value, updated_by) values ($1, $2::jsonb, 'portal') on conflict do nothing`);
const lockFlag = statement<{ value: unknown }, [name: string]>(
  'select value from feature_flag where name = $1 for update',
);

const getFlagKind = (usual: FlagValue): Flag['kind'] =>
  typeof usual === 'boolean' ? 'switch' : typeof usual === 'number' ? 'share' : 'text';
/** A stored value of the wrong type is ignored. */
const getFlagValue = (stored: unknown, usual: FlagValue): FlagValue =>
  typeof stored === typeof usual ? (stored as FlagValue) : usual;

function toFlag(name: string, usual: FlagValue, row: FlagRow | undefined): Flag {
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
    await insertDefault(ctx.db, name, JSON.stringify(usual));
    const [locked] = await lockFlag(ctx.db, name);
    const former = getFlagValue(locked?.value, usual);
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
    const [row] = await findFlag(ctx.db, name);
    return toFlag(name, usual, row);
  },
};
