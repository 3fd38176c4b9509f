import { appendAudit } from '../../../platform/server/audit.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import { statement } from '../../../platform/server/db.ts';
import { flagDefaults, type FlagValue, isFlagName } from '../../../platform/server/flags.ts';
import { type deskCalls, fail, type Flag } from '../shared/contract.ts';
import { nameOf } from '../../account/server/public.ts';

interface FlagRow {
  name: string;
  value: unknown;
  updatedAt: Date;
  /** The clerk's name, or what stands there for who is none. */
  updatedBy: string | null;
}

const flags = `
  select f.name, f.value, f.updated_at as "updatedAt",
    case when starts_with(f.updated_by, 'person:') then nullif(${nameOf('p')}, '') else f.updated_by end as "updatedBy"
  from feature_flag f
    left join person p on p.affiliate_id = substring(f.updated_by from '^person:(\\d{1,15})$')::bigint`;
const listFlags = statement<FlagRow, []>(flags);
const findFlag = statement<FlagRow, [name: string]>(`${flags} where f.name = $1`);
/** Two who set it for the first time at once come one after the other as well. */
const insertUsual = statement<unknown, [name: string, value: string]>(`
  insert into feature_flag (name, value, updated_by) values ($1, $2::jsonb, 'portal') on conflict do nothing`);
const lockFlag = statement<{ value: unknown }, [name: string]>(
  'select value from feature_flag where name = $1 for update',
);

const kindOf = (usual: FlagValue): Flag['kind'] =>
  typeof usual === 'boolean' ? 'switch' : typeof usual === 'number' ? 'share' : 'text';
/** What holds: a value of another kind that somebody wrote by hand does not. */
const valueOf = (stored: unknown, usual: FlagValue): FlagValue =>
  typeof stored === typeof usual ? (stored as FlagValue) : usual;

function toFlag(name: string, usual: FlagValue, row: FlagRow | undefined): Flag {
  return {
    name,
    kind: kindOf(usual),
    value: valueOf(row?.value, usual),
    usual,
    updatedDate: row?.updatedAt.toISOString() ?? null,
    updatedBy: row?.updatedBy ?? null,
  };
}

export const flagHandlers: Pick<Handlers<typeof deskCalls>, 'GET flags' | 'PUT flags/{name}'> = {
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
    await insertUsual(ctx.db, name, JSON.stringify(usual));
    const [locked] = await lockFlag(ctx.db, name);
    const former = valueOf(locked?.value, usual);
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
