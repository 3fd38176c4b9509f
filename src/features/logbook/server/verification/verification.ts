import type { Context } from '#platform/server/http/context.ts';
import { CodedError, fail as failCall } from '#platform/shared/errors.ts';
import { type DiveLog, fail, type FieldRemark } from '#features/logbook/shared/contract.ts';
import { canVerify } from '#features/logbook/shared/policy.ts';
import { assertVersion } from '#features/logbook/server/logs/assert-storable.ts';
import { publishChange } from '#features/logbook/server/change-events.ts';
import type { Deviation } from '#features/logbook/shared/deviations.ts';
import { listDeviations } from './deviations.ts';
import { notifyDecisionLater } from './notify-decision.ts';
import { findLogToDecide, lockLogsToDecide, type LogToDecide } from '#features/logbook/server/queries.ts';
import { findPersonName, auditLogStep } from '#features/logbook/server/notifications.ts';
import * as queries from '#features/logbook/server/logs/queries.ts';
import { readLog } from '#features/logbook/server/logs/read-log.ts';

interface Versioned {
  id: string;
  version: number;
}

/** Locks the pending logs in the given order; throws if any of them can't be decided. */
async function lockPendingLogs(
  ctx: Context,
  wanted: readonly Versioned[],
  pathOf: (place: number) => string,
): Promise<LogToDecide[]> {
  const ids = wanted.map(({ id }) => id);
  const locked = await lockLogsToDecide(ctx.db, { viewer: ctx.user.affiliateId, ids });
  const rows = new Map(locked.map((row) => [row.id, row]));
  return wanted.map(({ id, version }, place) => {
    const row = rows.get(id);
    if (row === undefined) throw failCall('not_found', { path: `${pathOf(place)}id` });
    assertVersion(version, row.version, `${pathOf(place)}version`);
    if (!canVerify(row, ctx.user)) throw fail('logbook.locked', { path: `${pathOf(place)}id` });
    return row;
  });
}

/** A dive with the deviations the instructor must know before deciding. */
export async function readLogToDecide(ctx: Context, id: string): Promise<DiveLog> {
  const log = await readLog(ctx, id);
  if (!canVerify(log, ctx.user)) return log;
  const row = await findLogToDecide.first(ctx.db, { viewer: ctx.user.affiliateId, id });
  const [deviations = []] = row === undefined ? [] : await listDeviations(ctx, [row]);
  return { ...log, deviations };
}

function requireReason(deviations: readonly Deviation[][], reason: string | null): void {
  const entries = deviations.flatMap((own, place) =>
    own.map(({ kind }) => ({ code: 'logbook.deviation', message: kind, path: `logs.${place}.${kind}` })),
  );
  if (reason === null && entries.length > 0) throw new CodedError(fail.codes['logbook.deviation'], entries);
}

/** Verifies all of them or none. Dives with deviations require a reason. */
export async function verifyLogs(ctx: Context, logs: readonly Versioned[], reason: string | null): Promise<DiveLog[]> {
  const { db, user } = ctx;
  const wanted = [...new Map(logs.map((log) => [log.id, log])).values()];
  const rows = await lockPendingLogs(ctx, wanted, (place) => `logs.${place}.`);
  const deviations = await listDeviations(ctx, rows);
  requireReason(deviations, reason);
  await queries.markVerified(db, {
    ids: rows.map(({ id }) => id),
    verifiedBy: user.affiliateId,
    name: await findPersonName(ctx, user.affiliateId),
    reason,
    deviations: deviations.map((own) => JSON.stringify(own)),
  });
  await notifyDecisionLater(ctx, rows.map(toDecision));
  for (const row of rows) await publishChange(ctx, row.id, [row.affiliate_id, user.affiliateId]);
  for (const [place, row] of rows.entries()) {
    const kinds = (deviations[place] ?? []).map(({ kind }) => kind);
    const override = kinds.length > 0 && reason !== null ? { reason, deviations: kinds } : {};
    await auditLogStep(ctx, row, 'verified', { from: row.status, to: 'Verified', ...override });
  }
  return Promise.all(rows.map(({ id }) => readLog(ctx, id)));
}

const toDecision = ({ id, affiliate_id, version }: LogToDecide) => ({ id, affiliate_id, version: version + 1 });

interface ReturnInput extends Versioned {
  reason: string;
  fields?: FieldRemark[] | null | undefined;
}

export async function returnLog(ctx: Context, { reason, fields, ...wanted }: ReturnInput): Promise<DiveLog> {
  const { db, user } = ctx;
  const [row] = await lockPendingLogs(ctx, [wanted], () => '');
  if (row === undefined) throw failCall('not_found');
  await queries.markReturned(db, {
    id: row.id,
    returnedBy: user.affiliateId,
    name: await findPersonName(ctx, user.affiliateId),
    reason,
    fields: fields ?? [],
  });
  await notifyDecisionLater(ctx, [toDecision(row)]);
  await publishChange(ctx, wanted.id, [row.affiliate_id, user.affiliateId]);
  await auditLogStep(ctx, row, 'returned', { from: row.status, to: 'Returned' });
  return readLog(ctx, row.id);
}
