import type { Context } from '../../../platform/server/context.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { type DiveLog, fail } from '../shared/contract.ts';
import { canDelete, canSubmit, canWithdraw } from '../shared/policy.ts';
import { demandStorable, demandVersion } from './checks.ts';
import { contentOf } from './content.ts';
import { publishChange } from './events.ts';
import { findInstructor } from './sql.ts';
import { writeDown } from './telling.ts';
import * as sql from './write-sql.ts';
import { lockOwnLog, readLog, renumber, settle } from './writing.ts';

interface Versioned {
  id: string;
  version: number;
}

export async function submitLog(ctx: Context, { id, version }: Versioned): Promise<DiveLog> {
  const row = await lockOwnLog(ctx, id);
  demandVersion(version, row.version);
  if (!canSubmit(row.status)) throw fail('logbook.locked');
  const status = row.log_type === 'Training' ? 'Pending' : 'Logged';
  const content = contentOf(row);
  const instructor = await demandStorable(ctx, content, status);
  await sql.markSubmitted(ctx.db, ctx.user.affiliateId, row.id, status, 1);
  return settle(ctx, { id: row.id, version: version + 1, former: row, status, content, instructor });
}

export async function withdrawLog(ctx: Context, { id, version }: Versioned): Promise<DiveLog> {
  const { db, user } = ctx;
  const row = await lockOwnLog(ctx, id);
  demandVersion(version, row.version);
  if (!canWithdraw(row.status)) throw fail('logbook.locked');
  await sql.markWithdrawn(db, user.affiliateId, row.id);
  await renumber(ctx, row.dive_date === null ? [] : [row.dive_date]);
  await writeDown(ctx, row, 'withdrawn', { from: row.status, to: 'Draft' });
  const [instructor] = await findInstructor(db, row.memsys_member_number ?? 0);
  await publishChange(ctx, id, [user.affiliateId, ...(instructor === undefined ? [] : [instructor.affiliate_id])]);
  return readLog(ctx, id);
}

/** All of them, or none. */
export async function deleteLogs(ctx: Context, ids: readonly string[]): Promise<{ ids: string[] }> {
  const rows = await lockAll(ctx, ids, false);
  const locked = rows.find(({ status }) => !canDelete(status));
  if (locked !== undefined) throw fail('logbook.locked', { path: `ids.${ids.indexOf(String(locked.id))}` });
  await sql.markDeleted(
    ctx.db,
    ctx.user.affiliateId,
    rows.map(({ id }) => id),
  );
  return settleAll(ctx, rows, 'deleted');
}

export async function restoreLogs(ctx: Context, ids: readonly string[]): Promise<{ ids: string[] }> {
  const rows = await lockAll(ctx, ids, true);
  await sql.markRestored(
    ctx.db,
    ctx.user.affiliateId,
    rows.map(({ id }) => id),
  );
  return settleAll(ctx, rows, 'restored');
}

type Rows = Awaited<ReturnType<typeof sql.lockLogs>>;

async function lockAll({ db, user }: Context, ids: readonly string[], areDeleted: boolean): Promise<Rows> {
  await sql.lockLogbook(db, user.affiliateId);
  const rows = await sql.lockLogs(db, user.affiliateId, ids, areDeleted);
  if (rows.length !== new Set(ids).size) throw failCall('not_found');
  return rows;
}

async function settleAll(ctx: Context, rows: Rows, step: 'deleted' | 'restored'): Promise<{ ids: string[] }> {
  const affiliateId = ctx.user.affiliateId;
  const counted = rows.filter(({ status }) => status !== 'Draft');
  await renumber(
    ctx,
    counted.map(({ dive_date: date }) => date).filter((date) => date !== null),
  );
  for (const { id, status } of counted) await writeDown(ctx, { id, affiliate_id: affiliateId }, step, { from: status });
  for (const { id } of rows) await publishChange(ctx, String(id), [affiliateId]);
  return { ids: rows.map(({ id }) => String(id)) };
}
