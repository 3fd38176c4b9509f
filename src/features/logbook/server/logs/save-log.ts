import { isDeepStrictEqual } from 'node:util';
import { assertRequirement } from '#platform/server/auth/access.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { type DiveLog, fail } from '#features/logbook/shared/contract.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';
import { canEdit, canEditNotes } from '#features/logbook/shared/log-permissions.ts';
import { assertStorable, assertVersion } from './assert-storable.ts';
import { applyInput, type Content, toContent, emptyContent, type LogChanges, toColumnValues } from './log-content.ts';
import { publishChange } from '#features/logbook/server/change-events.ts';
import { toDiveLog } from './to-dive-log.ts';
import { findLog, type Instructor, lockLog, type LogRow } from '#features/logbook/server/queries.ts';
import { notifySubmitted, auditLogStep } from '#features/logbook/server/notifications.ts';
import * as queries from './queries.ts';

export async function readLog({ db, user }: Context, id: number | string): Promise<DiveLog> {
  const [row] = await findLog(db, user.affiliateId, String(id));
  if (row === undefined) throw failCall('not_found');
  return toDiveLog(row);
}

/** Locks one of the user's own logs until the transaction ends. */
export async function lockOwnLog({ db, user }: Context, id: string): Promise<LogRow> {
  const [, [row]] = await Promise.all([queries.lockLogbook(db, user.affiliateId), lockLog(db, user.affiliateId, id)]);
  if (row === undefined) throw failCall('not_found');
  return row;
}

interface NewLog {
  key?: string | null | undefined;
  general: LogChanges;
}

export async function createLog(ctx: Context, type: LogType, { key = null, general }: NewLog): Promise<DiveLog> {
  const { db, user } = ctx;
  const status = general.status ?? (type === 'Training' ? 'Pending' : 'Logged');
  const content = applyInput(emptyContent(type), general);
  assertContentTexts(content, emptyContent(type));
  const instructor = await assertStorable(ctx, content, status);
  const [, [inserted]] = await Promise.all([
    queries.lockLogbook(db, user.affiliateId),
    queries.insertLog(db, user.affiliateId, key, type, status, ...toColumnValues(content)),
  ]);
  if (inserted === undefined) return readByKey(ctx, type, key ?? '');
  return finalizeLog(ctx, { id: inserted.id, version: 1, former: null, status, content, instructor });
}

/** Texts stored before this rule are not checked until they change. */
function assertContentTexts(content: Content, former: Content): void {
  const { dive_title, dive_location, experiences: next } = content;
  const { experiences: stored } = former;
  const places = { dive_title: former.dive_title, dive_location: former.dive_location };
  assertTextRules(
    { dive_title, dive_location },
    places,
    { dive_title: 'short', dive_location: 'short' },
    (name) => `general.${name}`,
  );
  const path = (name: string) => `general.experiences.${name}`;
  const { dive_center, notes } = next;
  const texts = { dive_center: stored.dive_center, notes: stored.notes };
  assertTextRules({ dive_center, notes }, texts, { dive_center: 'short', notes: 'long' }, path);
  for (const buddies of next.buddies ?? [])
    if (!stored.buddies?.includes(buddies)) assertTextRules({ buddies }, {}, { buddies: 'short' }, path);
}

/** A repeated request returns the existing log. */
async function readByKey(ctx: Context, type: LogType, key: string): Promise<DiveLog> {
  const [row] = await queries.findLogByKey(ctx.db, ctx.user.affiliateId, key);
  if (row === undefined || row.is_deleted) throw failCall('not_found');
  if (row.log_type !== type) throw fail('logbook.wrong_type', { path: 'key' });
  return readLog(ctx, row.id);
}

interface LogChange {
  id: string;
  version: number;
  general: LogChanges;
}

export async function updateLog(ctx: Context, type: LogType, { id, version, general }: LogChange): Promise<DiveLog> {
  const { db, user } = ctx;
  const row = await lockOwnLog(ctx, id);
  if (row.log_type !== type) throw fail('logbook.wrong_type', { path: 'id' });
  const former = toContent(row);
  const content = applyInput(former, general);
  assertContentTexts(content, former);
  const status = getNextStatus(row.status, general.status ?? null);
  // An update without changes, such as a retry after a lost response, needs no version check.
  if (status === row.status && isDeepStrictEqual(content, former)) return readLog(ctx, id);
  assertVersion(version, row.version);
  if (!canEditNotes(row.status)) throw fail('logbook.locked');
  if (!canEdit(row.status)) {
    if (!isOnlyNotesChange(content, former)) throw fail('logbook.locked');
    await queries.updateContent(db, user.affiliateId, row.id, ...toColumnValues(content));
    await publishChange(ctx, id, [user.affiliateId]);
    return readLog(ctx, id);
  }
  const instructor = await assertStorable(ctx, content, status);
  await queries.updateContent(db, user.affiliateId, row.id, ...toColumnValues(content));
  if (status !== row.status) await queries.markSubmitted(db, user.affiliateId, row.id, status, 0);
  return finalizeLog(ctx, { id: row.id, version: version + 1, former: row, status, content, instructor });
}

/** Saving a returned dive without submitting keeps its status; a logged dive never becomes a draft again. */
function getNextStatus(status: LogStatus, requested: 'Draft' | 'Logged' | 'Pending' | null): LogStatus {
  if (requested === null || requested === status || (status === 'Returned' && requested === 'Draft')) return status;
  if (status === 'Draft' || (status === 'Returned' && requested === 'Pending')) return requested;
  throw fail('logbook.locked', { path: 'general.status' });
}

function isOnlyNotesChange(content: Content, former: Content): boolean {
  const { notes: _new, ...rest } = content.experiences;
  const { notes: _old, ...formerRest } = former.experiences;
  return isDeepStrictEqual({ ...content, experiences: rest }, { ...former, experiences: formerRest });
}

interface FinalizeInput {
  id: number;
  version: number;
  former: Pick<LogRow, 'status' | 'dive_date' | 'dive_location'> | null;
  status: LogStatus;
  content: Content;
  instructor: Instructor | null;
}

/** Renumbers dives, stores the site, notifies the instructor and publishes the change. */
export async function finalizeLog(
  ctx: Context,
  { id, version, former, status, content, instructor }: FinalizeInput,
): Promise<DiveLog> {
  const { db, user } = ctx;
  const { dive_title, dive_date: date, dive_location: place } = content;
  const isSubmitted = status === 'Pending' && former?.status !== 'Pending' && instructor !== null;
  if (isSubmitted) {
    // Submitting emails the instructor, which requires a verified address.
    assertRequirement('verifiedEmail', user);
    await notifySubmitted(ctx, { id, version, dive_title, dive_date: date }, instructor);
    await auditLogStep(ctx, { id, affiliate_id: user.affiliateId }, 'submitted', {
      from: former?.status ?? 'Draft',
      to: status,
    });
  }
  const counted = former === null || former.status === 'Draft' ? null : former;
  const isCounted = status !== 'Draft';
  const days = [date, counted?.dive_date ?? null].filter((day) => day !== null);
  // The statements are pipelined in this order, so the log is read with its number.
  const [, , , log] = await Promise.all([
    isCounted && counted?.dive_date !== date ? renumberDives(ctx, days) : null,
    isCounted && counted?.dive_location !== place
      ? queries.upsertOwnSite(db, user.affiliateId, place, normalizeForSearch(place))
      : null,
    publishChange(ctx, String(id), [user.affiliateId, ...(isSubmitted ? [instructor.affiliate_id] : [])]),
    readLog(ctx, id),
  ]);
  return log;
}

export async function renumberDives({ db, user }: Context, days: readonly string[]): Promise<void> {
  const first = days.toSorted()[0];
  if (first !== undefined) await queries.renumberFrom(db, user.affiliateId, first);
}
