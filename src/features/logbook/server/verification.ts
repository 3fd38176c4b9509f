import type { Context } from '../../../platform/server/context.ts';
import { CodedError, fail as failCall } from '../../../platform/shared/errors.ts';
import { type DiveLog, fail, type FieldRemark } from '../shared/contract.ts';
import { canDecide } from '../shared/policy.ts';
import { demandVersion } from './checks.ts';
import { publishChange } from './events.ts';
import type { Deviation } from '../shared/deviations.ts';
import { listDeviations } from './deciding/deviations.ts';
import { notifyDecisionLater } from './deciding/notifications.ts';
import { findLogToDecide, lockLogsToDecide } from './sql.ts';
import { nameOf, writeDown } from './telling.ts';
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

/** A dive with what the instructor has to know before deciding on it. */
export async function readLogToDecide(ctx: Context, id: string): Promise<DiveLog> {
  const log = await readLog(ctx, id);
  if (log.affiliate_id === ctx.user.affiliateId || !canDecide(log.status)) return log;
  const [row] = await findLogToDecide(ctx.db, ctx.user.affiliateId, id);
  const [deviations = []] = row === undefined ? [] : await listDeviations(ctx, [row]);
  return { ...log, deviations };
}

function requireReason(deviations: readonly Deviation[][], reason: string | null): void {
  const entries = deviations.flatMap((own, place) =>
    own.map(({ kind }) => ({ code: 'logbook.deviation', message: kind, path: `logs.${place}.${kind}` })),
  );
  if (reason === null && entries.length > 0) throw new CodedError(fail.codes['logbook.deviation'], entries);
}

/** With a reason also those that depart from the standard; without one, such a dive refuses all. */
export async function verifyLogs(ctx: Context, logs: readonly Versioned[], reason: string | null): Promise<DiveLog[]> {
  const { db, user } = ctx;
  const wanted = [...new Map(logs.map((log) => [log.id, log])).values()];
  const rows = await lockWaiting(ctx, wanted, (place) => `logs.${place}.`);
  const deviations = await listDeviations(ctx, rows);
  requireReason(deviations, reason);
  const instructor = await nameOf(ctx, user.affiliateId);
  await sql.markVerified(
    db,
    rows.map(({ id }) => id),
    user.affiliateId,
    instructor,
    reason,
    deviations.map((own) => JSON.stringify(own)),
  );
  await notifyDecisionLater(ctx, rows.map(decidedOf));
  for (const row of rows) await publishChange(ctx, String(row.id), [row.affiliate_id, user.affiliateId]);
  for (const [place, row] of rows.entries()) {
    const kinds = (deviations[place] ?? []).map(({ kind }) => kind);
    const why = kinds.length > 0 && reason !== null ? { reason, deviations: kinds } : {};
    await writeDown(ctx, row, 'verified', { from: row.status, to: 'Verified', ...why });
  }
  return Promise.all(rows.map(({ id }) => readLog(ctx, id)));
}

const decidedOf = ({ id, affiliate_id, version }: Row) => ({ id, affiliate_id, version: version + 1 });

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
  await notifyDecisionLater(ctx, [decidedOf(row)]);
  await publishChange(ctx, wanted.id, [row.affiliate_id, user.affiliateId]);
  await writeDown(ctx, row, 'returned', { from: row.status, to: 'Returned' });
  return readLog(ctx, row.id);
}
