import { isDeepStrictEqual } from 'node:util';
import { assertRequirement } from '#platform/server/auth/access.ts';
import type { Selection } from '#platform/server/db/json-columns.ts';
import type { Context, PlainContext } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { type DiveLog, fail } from '#features/logbook/shared/contract.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';
import { canEdit, canEditNotes } from '#features/logbook/shared/policy.ts';
import { assertStorable, assertVersion } from './assert-storable.ts';
import { applyInput, buildSearchText, emptyContent, type LogChanges } from './log-content.ts';
import { changeChannel, publishChange } from '#features/logbook/server/change-events.ts';
import { findOwnLogJson, type Instructor, lockLog, type LogRow } from '#features/logbook/server/queries.ts';
import { notifySubmitted, auditLogStep } from '#features/logbook/server/notifications.ts';
import * as queries from './queries.ts';
import type { LogContent } from './queries.ts';
import { readLog } from './read-log.ts';

/** Locks one of the user's own logs until the transaction ends. */
export async function lockOwnLog({ db, user }: Context, id: string): Promise<LogRow> {
  const row = await lockLog.first(db, { affiliateId: user.affiliateId, id });
  if (row === undefined) throw failCall('not_found');
  return row;
}

interface NewLog {
  key?: string | null | undefined;
  general: LogChanges;
}

/** Creates logs and returns their selected fields as JSON text. */
export function createLogWriter(selection: Selection | null) {
  const insertLog = queries.insertLog(selection);
  const findLog = findOwnLogJson(selection);

  /** A repeated request returns the existing log. It is read outside the transaction, which can have ended. */
  async function readByKey({ services, user }: PlainContext, type: LogType, key: string): Promise<string> {
    const { db } = services.database;
    const { affiliateId } = user;
    const row = await queries.findLogByKey.first(db, { affiliateId, key });
    if (row === undefined || row.is_deleted) throw failCall('not_found');
    if (row.log_type !== type) throw fail('logbook.wrong_type', { path: 'key' });
    const found = await findLog.first(db, { affiliateId, id: row.id });
    if (found === undefined) throw failCall('not_found');
    return found.json;
  }

  return async (ctx: PlainContext, type: LogType, { key = null, general }: NewLog): Promise<string> => {
    const { affiliateId } = ctx.user;
    const status = general.status ?? (type === 'Training' ? 'Pending' : 'Logged');
    const content = applyInput(emptyContent(type), general);
    assertContentTexts(content, emptyContent(type));
    const instructor = await assertStorable(ctx, content, status);
    const isSubmitted = status === 'Pending' && instructor !== null;
    const values = {
      ...content,
      affiliateId,
      key,
      status,
      searchText: buildSearchText(content),
      channel: changeChannel(affiliateId),
      siteSearchName: normalizeForSearch(content.dive_location),
    };
    // A dive without notifications is stored in one round trip.
    if (!isSubmitted) return (await insertLog.firstTextAndCommit(ctx.db, values)) ?? readByKey(ctx, type, key ?? '');
    const inserted = await insertLog.first(ctx.db, values);
    if (inserted === undefined) return readByKey(ctx, type, key ?? '');
    const { id, json } = inserted;
    await reportSubmission(ctx, { ...content, id, version: 1 }, 'Draft', instructor);
    await publishChange(ctx, id, [instructor.affiliate_id]);
    return json;
  };
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

/** Stores the site of a changed log, notifies the instructor and publishes the change. */
export async function finalizeLog(
  ctx: Context,
  log: LogContent & Pick<LogRow, 'id' | 'version' | 'status'>,
  former: LogRow,
  instructor: Instructor | null,
): Promise<DiveLog> {
  const { db, user } = ctx;
  const { affiliateId } = user;
  const { id, status, dive_location: name } = log;
  const isSubmitted = status === 'Pending' && former.status !== 'Pending' && instructor !== null;
  if (isSubmitted) await reportSubmission(ctx, log, former.status, instructor);
  const isNewSite = status !== 'Draft' && (former.status === 'Draft' || former.dive_location !== name);
  // The statements are pipelined in this order.
  const [, , shown] = await Promise.all([
    isNewSite ? queries.upsertOwnSite(db, { affiliateId, name, searchName: normalizeForSearch(name) }) : null,
    publishChange(ctx, id, [affiliateId, ...(isSubmitted ? [instructor.affiliate_id] : [])]),
    readLog(ctx, id),
  ]);
  return shown;
}

async function reportSubmission(
  ctx: PlainContext,
  log: Pick<LogRow, 'id' | 'version' | 'dive_title' | 'dive_date'>,
  from: LogStatus,
  instructor: Instructor,
): Promise<void> {
  // Submitting emails the instructor, which requires a verified address.
  assertRequirement('verifiedEmail', ctx.user);
  await notifySubmitted(ctx, log, instructor);
  const { affiliateId } = ctx.user;
  await auditLogStep(ctx, { id: log.id, affiliate_id: affiliateId }, 'submitted', { from, to: 'Pending' });
}
