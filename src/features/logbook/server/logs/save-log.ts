import { isDeepStrictEqual } from 'node:util';
import { assertRequirement } from '#platform/server/auth/access.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { type DiveLog, fail } from '#features/logbook/shared/contract.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';
import { canEdit, canEditNotes } from '#features/logbook/shared/policy.ts';
import { assertStorable, assertVersion } from './assert-storable.ts';
import { applyInput, buildSearchText, emptyContent, type LogChanges } from './log-content.ts';
import { publishChange } from '#features/logbook/server/change-events.ts';
import { type Instructor, lockLog, type LogRow } from '#features/logbook/server/queries.ts';
import { notifySubmitted, auditLogStep } from '#features/logbook/server/notifications.ts';
import * as queries from './queries.ts';
import type { LogContent } from './queries.ts';
import { readLog } from './read-log.ts';

/** Locks one of the user's own logs until the transaction ends. */
export async function lockOwnLog({ db, user }: Context, id: string): Promise<LogRow> {
  const { affiliateId } = user;
  const [, row] = await Promise.all([queries.lockLogbook(db, { affiliateId }), lockLog.first(db, { affiliateId, id })]);
  if (row === undefined) throw failCall('not_found');
  return row;
}

interface NewLog {
  key?: string | null | undefined;
  general: LogChanges;
}

export async function createLog(ctx: Context, type: LogType, { key = null, general }: NewLog): Promise<DiveLog> {
  const { db } = ctx;
  const { affiliateId } = ctx.user;
  const status = general.status ?? (type === 'Training' ? 'Pending' : 'Logged');
  const content = applyInput(emptyContent(type), general);
  assertContentTexts(content, emptyContent(type));
  const instructor = await assertStorable(ctx, content, status);
  const searchText = buildSearchText(content);
  const [, inserted] = await Promise.all([
    queries.lockLogbook(db, { affiliateId }),
    queries.insertLog.first(db, { ...content, affiliateId, key, status, searchText }),
  ]);
  if (inserted === undefined) return readByKey(ctx, type, key ?? '');
  return finalizeLog(ctx, { ...content, id: inserted.id, version: 1, status }, null, instructor);
}

/** Texts stored before this rule are not checked until they change. */
function assertContentTexts(content: LogContent, former: LogContent): void {
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
  const row = await queries.findLogByKey.first(ctx.db, { affiliateId: ctx.user.affiliateId, key });
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
  const { db } = ctx;
  const { affiliateId } = ctx.user;
  const former = await lockOwnLog(ctx, id);
  if (former.log_type !== type) throw fail('logbook.wrong_type', { path: 'id' });
  const changed = applyInput(former, general);
  assertContentTexts(changed, former);
  const status = getNextStatus(former.status, general.status ?? null);
  // An update without changes, such as a retry after a lost response, needs no version check.
  if (status === former.status && isDeepStrictEqual(changed, former)) return readLog(ctx, id);
  assertVersion(version, former.version);
  if (!canEditNotes(former, ctx.user)) throw fail('logbook.locked');
  const stored = { ...changed, affiliateId, searchText: buildSearchText(changed) };
  if (!canEdit(former, ctx.user)) {
    if (!isOnlyNotesChange(changed, former)) throw fail('logbook.locked');
    await queries.updateContent(db, stored);
    await publishChange(ctx, id, [affiliateId]);
    return readLog(ctx, id);
  }
  const instructor = await assertStorable(ctx, changed, status);
  await queries.updateContent(db, stored);
  if (status !== former.status) await queries.markSubmitted(db, { affiliateId, id, status, versionStep: 0 });
  return finalizeLog(ctx, { ...changed, version: version + 1, status }, former, instructor);
}

/** Saving a returned dive without submitting keeps its status; a logged dive never becomes a draft again. */
function getNextStatus(status: LogStatus, requested: 'Draft' | 'Logged' | 'Pending' | null): LogStatus {
  if (requested === null || requested === status || (status === 'Returned' && requested === 'Draft')) return status;
  if (status === 'Draft' || (status === 'Returned' && requested === 'Pending')) return requested;
  throw fail('logbook.locked', { path: 'general.status' });
}

function isOnlyNotesChange(changed: LogContent, former: LogContent): boolean {
  const { notes: _new, ...rest } = changed.experiences;
  const { notes: _old, ...formerRest } = former.experiences;
  return isDeepStrictEqual({ ...changed, experiences: rest }, { ...former, experiences: formerRest });
}

/** Renumbers dives, stores the site, notifies the instructor and publishes the change. */
export async function finalizeLog(
  ctx: Context,
  log: LogContent & Pick<LogRow, 'id' | 'version' | 'status'>,
  former: LogRow | null,
  instructor: Instructor | null,
): Promise<DiveLog> {
  const { db, user } = ctx;
  const { affiliateId } = user;
  const { id, status, dive_date: date, dive_location: name } = log;
  const isSubmitted = status === 'Pending' && former?.status !== 'Pending' && instructor !== null;
  if (isSubmitted) {
    // Submitting emails the instructor, which requires a verified address.
    assertRequirement('verifiedEmail', user);
    await notifySubmitted(ctx, log, instructor);
    await auditLogStep(ctx, { id, affiliate_id: affiliateId }, 'submitted', {
      from: former?.status ?? 'Draft',
      to: status,
    });
  }
  const counted = former === null || former.status === 'Draft' ? null : former;
  const isCounted = status !== 'Draft';
  const days = [date, counted?.dive_date ?? null].filter((day) => day !== null);
  // The statements are pipelined in this order, so the log is read with its number.
  const [, , , shown] = await Promise.all([
    isCounted && counted?.dive_date !== date ? renumberDives(ctx, days) : null,
    isCounted && counted?.dive_location !== name
      ? queries.upsertOwnSite(db, { affiliateId, name, searchName: normalizeForSearch(name) })
      : null,
    publishChange(ctx, id, [affiliateId, ...(isSubmitted ? [instructor.affiliate_id] : [])]),
    readLog(ctx, id),
  ]);
  return shown;
}

export async function renumberDives({ db, user }: Context, days: readonly string[]): Promise<void> {
  const day = days.toSorted()[0];
  if (day !== undefined) await queries.renumberFrom(db, { affiliateId: user.affiliateId, day });
}
