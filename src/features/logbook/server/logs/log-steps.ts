import type { Context } from '#platform/server/http/context.ts';
import type { Row } from '#platform/server/db/query.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { type DiveLog, fail } from '#features/logbook/shared/contract.ts';
import { canDelete, canSubmit, canWithdraw } from '#features/logbook/shared/policy.ts';
import { assertStorable, assertVersion } from './assert-storable.ts';
import { publishChange } from '#features/logbook/server/change-events.ts';
import { findInstructor } from '#features/logbook/server/queries.ts';
import { auditLogStep } from '#features/logbook/server/notifications.ts';
import * as queries from './queries.ts';
import { readLog } from './read-log.ts';
import { finalizeLog, lockOwnLog } from './save-log.ts';

interface Versioned {
  id: string;
  version: number;
}

export async function submitLog(ctx: Context, { id, version }: Versioned): Promise<DiveLog> {
  const row = await lockOwnLog(ctx, id);
  assertVersion(version, row.version);
  if (!canSubmit(row, ctx.user)) throw fail('logbook.locked');
  const status = row.log_type === 'Training' ? 'Pending' : 'Logged';
  const instructor = await assertStorable(ctx, row, status);
  await queries.markSubmitted(ctx.db, { affiliateId: ctx.user.affiliateId, id, status, versionStep: 1 });
  return finalizeLog(ctx, { ...row, version: version + 1, status }, row, instructor);
}

export async function withdrawLog(ctx: Context, { id, version }: Versioned): Promise<DiveLog> {
  const { db } = ctx;
  const { affiliateId } = ctx.user;
  const row = await lockOwnLog(ctx, id);
  assertVersion(version, row.version);
  if (!canWithdraw(row, ctx.user)) throw fail('logbook.locked');
  await queries.markWithdrawn(db, { affiliateId, id });
  await auditLogStep(ctx, row, 'withdrawn', { from: row.status, to: 'Draft' });
  const instructor = await findInstructor.first(db, { memberNumber: row.memsys_member_number ?? 0 });
  await publishChange(ctx, id, [affiliateId, ...(instructor === undefined ? [] : [instructor.affiliate_id])]);
  return readLog(ctx, id);
}

/** Deletes all of them or none. */
export async function deleteLogs(ctx: Context, ids: readonly string[]): Promise<{ ids: string[] }> {
  const rows = await lockOwnLogs(ctx, ids, false);
  const locked = rows.find((row) => !canDelete(row, ctx.user));
  if (locked !== undefined) throw fail('logbook.locked', { path: `ids.${ids.indexOf(locked.id)}` });
  await queries.markDeleted(ctx.db, { affiliateId: ctx.user.affiliateId, ids });
  return finalizeLogs(ctx, rows, 'deleted');
}

export async function restoreLogs(ctx: Context, ids: readonly string[]): Promise<{ ids: string[] }> {
  const rows = await lockOwnLogs(ctx, ids, true);
  await queries.markRestored(ctx.db, { affiliateId: ctx.user.affiliateId, ids });
  return finalizeLogs(ctx, rows, 'restored');
}

type Rows = Row<typeof queries.lockLogs>[];

async function lockOwnLogs({ db, user }: Context, ids: readonly string[], areDeleted: boolean): Promise<Rows> {
  const { affiliateId } = user;
  const rows = await queries.lockLogs(db, { affiliateId, ids, areDeleted });
  if (rows.length !== new Set(ids).size) throw failCall('not_found');
  return rows;
}

async function finalizeLogs(ctx: Context, rows: Rows, step: 'deleted' | 'restored'): Promise<{ ids: string[] }> {
  const affiliateId = ctx.user.affiliateId;
  const counted = rows.filter(({ status }) => status !== 'Draft');
  for (const row of counted) await auditLogStep(ctx, row, step, { from: row.status });
  for (const { id } of rows) await publishChange(ctx, id, [affiliateId]);
  return { ids: rows.map(({ id }) => id) };
}
