import type { Context } from '../../../platform/server/context.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { type DiveLog, fail, type FieldRemark } from '../shared/contract.ts';
import { canDecide } from '../shared/policy.ts';
import { demandVersion } from './checks.ts';
import { publishChange } from './events.ts';
import { lockLogsToDecide } from './sql.ts';
import { nameOf, tellDecided, writeDown } from './telling.ts';
import * as sql from './write-sql.ts';
import { readLog } from './writing.ts';

interface Versioned {
  id: string;
  version: number;
}

type Row = Awaited<ReturnType<typeof lockLogsToDecide>>[number];

/** Those that wait for the caller, in the order they were named in; anything else among them refuses all. */
async function lockWaiting(
  ctx: Context,
  wanted: readonly Versioned[],
  pathOf: (place: number) => string,
): Promise<Row[]> {
  const ids = wanted.map(({ id }) => id);
  const rows = new Map((await lockLogsToDecide(ctx.db, ctx.user.affiliateId, ids)).map((row) => [String(row.id), row]));
  return wanted.map(({ id, version }, place) => {
    const row = rows.get(id);
    if (row === undefined) throw failCall('not_found', { path: `${pathOf(place)}id` });
    demandVersion(version, row.version, `${pathOf(place)}version`);
    if (!canDecide(row.status)) throw fail('logbook.locked', { path: `${pathOf(place)}id` });
    return row;
  });
}

export async function verifyLogs(ctx: Context, logs: readonly Versioned[]): Promise<DiveLog[]> {
  const { db, user } = ctx;
  const wanted = [...new Map(logs.map((log) => [log.id, log])).values()];
  const rows = await lockWaiting(ctx, wanted, (place) => `logs.${place}.`);
  const instructor = await nameOf(ctx, user.affiliateId);
  await sql.markVerified(
    db,
    rows.map(({ id }) => id),
    user.affiliateId,
    instructor,
  );
  for (const row of rows) {
    await tellDecided(ctx, row, 'verified', { instructor });
    await publishChange(ctx, String(row.id), [row.affiliate_id, user.affiliateId]);
  }
  for (const row of rows) await writeDown(ctx, row, 'verified', { from: row.status, to: 'Verified' });
  return Promise.all(rows.map(({ id }) => readLog(ctx, id)));
}

interface Returning extends Versioned {
  reason: string;
  fields?: FieldRemark[] | null | undefined;
}

export async function returnLog(ctx: Context, { reason, fields, ...wanted }: Returning): Promise<DiveLog> {
  const { db, user } = ctx;
  const [row] = await lockWaiting(ctx, [wanted], () => '');
  if (row === undefined) throw failCall('not_found');
  const instructor = await nameOf(ctx, user.affiliateId);
  await sql.markReturned(db, row.id, user.affiliateId, instructor, reason, JSON.stringify(fields ?? []));
  await tellDecided(ctx, row, 'returned', { instructor, reason });
  await publishChange(ctx, wanted.id, [row.affiliate_id, user.affiliateId]);
  await writeDown(ctx, row, 'returned', { from: row.status, to: 'Returned' });
  return readLog(ctx, row.id);
}
