import { isDeepStrictEqual } from 'node:util';
import { assertRequirement } from '../../../platform/server/access.ts';
import type { Context } from '../../../platform/server/context.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { assertTexts } from '../../../platform/shared/plain-text.ts';
import { searchable } from '../../../platform/shared/searchable.ts';
import { type DiveLog, fail } from '../shared/contract.ts';
import type { LogStatus, LogType } from '../shared/enums.ts';
import { canEdit, canEditNotes } from '../shared/policy.ts';
import { demandStorable, demandVersion } from './checks.ts';
import { applyInput, type Content, contentOf, emptyContent, type GivenLog, toValues } from './content.ts';
import { publishChange } from './events.ts';
import { toDiveLog } from './shape.ts';
import { findLog, type Instructor, lockLog, type LogRow } from './sql.ts';
import { tellSubmitted, writeDown } from './telling.ts';
import * as sql from './write-sql.ts';

export async function readLog({ db, user }: Context, id: number | string): Promise<DiveLog> {
  const [row] = await findLog(db, user.affiliateId, String(id));
  if (row === undefined) throw failCall('not_found');
  return toDiveLog(row);
}

/** One's own, and nobody else changes it until the transaction ends. */
export async function lockOwnLog({ db, user }: Context, id: string): Promise<LogRow> {
  const [, [row]] = await Promise.all([sql.lockLogbook(db, user.affiliateId), lockLog(db, user.affiliateId, id)]);
  if (row === undefined) throw failCall('not_found');
  return row;
}

interface NewLog {
  key?: string | null | undefined;
  general: GivenLog;
}

export async function createLog(ctx: Context, type: LogType, { key = null, general }: NewLog): Promise<DiveLog> {
  const { db, user } = ctx;
  const status = general.status ?? (type === 'Training' ? 'Pending' : 'Logged');
  const content = applyInput(emptyContent(type), general);
  assertContentTexts(content, emptyContent(type));
  const instructor = await demandStorable(ctx, content, status);
  const [, [made]] = await Promise.all([
    sql.lockLogbook(db, user.affiliateId),
    sql.insertLog(db, user.affiliateId, key, type, status, ...toValues(content)),
  ]);
  if (made === undefined) return readByKey(ctx, type, key ?? '');
  return settle(ctx, { id: made.id, version: 1, former: null, status, content, instructor });
}

/** Texts that were stored before this rule stay as they are until they are changed. */
function assertContentTexts(content: Content, former: Content): void {
  const { dive_title, dive_location, experiences: next } = content;
  const { experiences: stored } = former;
  const places = { dive_title: former.dive_title, dive_location: former.dive_location };
  assertTexts(
    { dive_title, dive_location },
    places,
    { dive_title: 'short', dive_location: 'short' },
    (name) => `general.${name}`,
  );
  const path = (name: string) => `general.experiences.${name}`;
  const { dive_center, notes } = next;
  const texts = { dive_center: stored.dive_center, notes: stored.notes };
  assertTexts({ dive_center, notes }, texts, { dive_center: 'short', notes: 'long' }, path);
  for (const buddies of next.buddies ?? [])
    if (!stored.buddies?.includes(buddies)) assertTexts({ buddies }, {}, { buddies: 'short' }, path);
}

/** Sent a second time: the first has made it. */
async function readByKey(ctx: Context, type: LogType, key: string): Promise<DiveLog> {
  const [row] = await sql.findByKey(ctx.db, ctx.user.affiliateId, key);
  if (row === undefined || row.is_deleted) throw failCall('not_found');
  if (row.log_type !== type) throw fail('logbook.wrong_type', { path: 'key' });
  return readLog(ctx, row.id);
}

interface LogChange {
  id: string;
  version: number;
  general: GivenLog;
}

export async function updateLog(ctx: Context, type: LogType, { id, version, general }: LogChange): Promise<DiveLog> {
  const { db, user } = ctx;
  const row = await lockOwnLog(ctx, id);
  if (row.log_type !== type) throw fail('logbook.wrong_type', { path: 'id' });
  const former = contentOf(row);
  const content = applyInput(former, general);
  assertContentTexts(content, former);
  const status = statusAfter(row.status, general.status ?? null);
  // What says what is kept anyway, such as a second try after a lost answer, has nothing to overwrite.
  if (status === row.status && isDeepStrictEqual(content, former)) return readLog(ctx, id);
  demandVersion(version, row.version);
  if (!canEditNotes(row.status)) throw fail('logbook.locked');
  if (!canEdit(row.status)) {
    if (!isSameButNotes(content, former)) throw fail('logbook.locked');
    await sql.updateContent(db, user.affiliateId, row.id, ...toValues(content));
    await publishChange(ctx, id, [user.affiliateId]);
    return readLog(ctx, id);
  }
  const instructor = await demandStorable(ctx, content, status);
  await sql.updateContent(db, user.affiliateId, row.id, ...toValues(content));
  if (status !== row.status) await sql.markSubmitted(db, user.affiliateId, row.id, status, 0);
  return settle(ctx, { id: row.id, version: version + 1, former: row, status, content, instructor });
}

/** A returned dive that is saved without being submitted stays what it is; one that is logged never is a draft again. */
function statusAfter(status: LogStatus, asked: 'Draft' | 'Logged' | 'Pending' | null): LogStatus {
  if (asked === null || asked === status || (status === 'Returned' && asked === 'Draft')) return status;
  if (status === 'Draft' || (status === 'Returned' && asked === 'Pending')) return asked;
  throw fail('logbook.locked', { path: 'general.status' });
}

function isSameButNotes(content: Content, former: Content): boolean {
  const { notes: _new, ...said } = content.experiences;
  const { notes: _old, ...saidBefore } = former.experiences;
  return isDeepStrictEqual({ ...content, experiences: said }, { ...former, experiences: saidBefore });
}

interface Settled {
  id: number;
  version: number;
  former: Pick<LogRow, 'status' | 'dive_date' | 'dive_location'> | null;
  status: LogStatus;
  content: Content;
  instructor: Instructor | null;
}

/** What follows from a log that has become something: its number and those after it, its place, and who is told. */
export async function settle(
  ctx: Context,
  { id, version, former, status, content, instructor }: Settled,
): Promise<DiveLog> {
  const { db, user } = ctx;
  const { dive_title, dive_date: date, dive_location: place } = content;
  const isSubmitted = status === 'Pending' && former?.status !== 'Pending' && instructor !== null;
  if (isSubmitted) {
    // The instructor is written to.
    assertRequirement('verifiedEmail', user);
    await tellSubmitted(ctx, { id, version, dive_title, dive_date: date }, instructor);
    await writeDown(ctx, { id, affiliate_id: user.affiliateId }, 'submitted', {
      from: former?.status ?? 'Draft',
      to: status,
    });
  }
  const counted = former === null || former.status === 'Draft' ? null : former;
  const isCounted = status !== 'Draft';
  const days = [date, counted?.dive_date ?? null].filter((day) => day !== null);
  // Sent all at once, and done in this order: it is read with its number.
  const [, , , log] = await Promise.all([
    isCounted && counted?.dive_date !== date ? renumber(ctx, days) : null,
    isCounted && counted?.dive_location !== place
      ? sql.keepOwnSite(db, user.affiliateId, place, searchable(place))
      : null,
    publishChange(ctx, String(id), [user.affiliateId, ...(isSubmitted ? [instructor.affiliate_id] : [])]),
    readLog(ctx, id),
  ]);
  return log;
}

export async function renumber({ db, user }: Context, days: readonly string[]): Promise<void> {
  const first = days.toSorted()[0];
  if (first !== undefined) await sql.renumberFrom(db, user.affiliateId, first);
}
