import type { Db } from '#platform/server/db/database.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { latestIsoDate } from '#platform/shared/dates.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { applyInput, buildSearchText, emptyContent } from '#features/logbook/server/logs/log-content.ts';
import { upsertOwnSite, type LogContent } from '#features/logbook/server/logs/queries.ts';
import { lockLog } from '#features/logbook/server/queries.ts';
import { insertRecording, reserveRecordings, setOutline } from '#features/logbook/server/recordings/queries.ts';
import { encryptRecording } from '#features/logbook/server/recordings/recording-files.ts';
import type { ImportChoice } from '#features/logbook/shared/import-contract.ts';
import type { ImportAction } from '#features/logbook/shared/import-limits.ts';
import type { DiveStart, ReadWarning } from '#features/logbook/shared/dive-files/dive-file.ts';
import { canAttachRecording } from '#features/logbook/shared/policy.ts';
import { mapDive, type LossEntry } from '#features/logbook/shared/recordings/map-dive.ts';
import { findInvalid, findMissing } from '#features/logbook/shared/rules.ts';
import * as queries from './queries.ts';
import type { ImportKey } from './queries.ts';
import type { ReadDive } from './read-types.ts';
import { reportStored } from './report-content.ts';

export interface ImportedFileDive {
  file: number;
  position: number;
  dive: ReadDive;
  fingerprint: Buffer;
  /** Null if the person made none: the dive is added. */
  choice: ImportChoice | null;
}

interface Outcome {
  action: ImportAction;
  logId: string | null;
  logVersion: number | null;
  entries: LossEntry[];
  warnings?: ReadWarning[];
}

/** Imports one dive in the caller's transaction, with the entry that records the result. */
export async function importDive(ctx: JobContext, db: Db, key: ImportKey, item: ImportedFileDive): Promise<void> {
  const { file, position, fingerprint, dive } = item;
  const { entries, warnings = [], ...outcome } = await applyChoice(ctx, db, key, item);
  const report = {
    kept: [...new Set(entries.flatMap(({ field, outcome: result }) => (result === 'kept' ? field : [])))],
    entries: entries.filter(({ outcome: result }) => result !== 'kept'),
    warnings: [...dive.warnings, ...warnings],
  };
  await queries.insertEntry(db, { ...key, file, position, fingerprint, report, ...outcome });
}

async function applyChoice(ctx: JobContext, db: Db, key: ImportKey, item: ImportedFileDive): Promise<Outcome> {
  const { affiliateId } = key;
  const { choice, fingerprint } = item;
  const unchanged = { logId: null, logVersion: null, entries: [] };
  if (choice?.action === 'skip') return { ...unchanged, action: 'skipped' };
  const [present] = await queries.findPresent(db, { affiliateId, fingerprints: [fingerprint] });
  if (present !== undefined) return { ...unchanged, action: 'present', logId: present.logId };
  if (choice?.action === 'attach') {
    const attached = await attachRecordings(ctx, db, key, item, choice.log_id ?? '0');
    if (attached !== null) return attached;
  }
  return addDive(ctx, db, key, item);
}

/** Changes nothing that the diver typed. Null if the dive is gone, which adds the file's dive instead. */
async function attachRecordings(
  ctx: JobContext,
  db: Db,
  key: ImportKey,
  item: ImportedFileDive,
  logId: string,
): Promise<Outcome | null> {
  const { affiliateId } = key;
  const { recordings } = item.dive;
  const log = await lockLog.first(db, { affiliateId, id: logId });
  if (log === undefined) return null;
  const mapped = mapFileDive(item);
  const entries = reportStored(mapped.entries, mapped.content, log, 'entered');
  // A dive that was typed into another program has nothing to attach.
  if (recordings.length === 0) return { action: 'present', logId, logVersion: null, entries };
  if (!canAttachRecording(log)) {
    const name = recordings[0]?.computer ?? '';
    const loss: LossEntry = { field: 'computer', value: name, outcome: 'left-out', reason: 'dive-pending' };
    const others = entries.filter(({ field }) => field !== 'computer');
    return { action: 'skipped', logId, logVersion: null, entries: [loss, ...others] };
  }
  await storeRecordings(ctx, db, key, item, logId);
  await setOutline(db, { affiliateId, logId, outline: recordings[0]?.outline ?? null });
  return { action: 'attached', logId, logVersion: log.version, entries };
}

function mapFileDive({ dive: read, choice }: ImportedFileDive): { content: LogContent; entries: LossEntry[] } {
  const dive = withStart(read, choice?.start ?? null);
  const title = dive.start?.local.slice(0, 10) ?? '';
  const { general, entries } = mapDive(dive, { title, modes: dive.recordings.map(({ mode }) => mode) });
  const recorded = dive.recordings.map(({ computer }): LossEntry => ({
    field: 'computer',
    value: computer ?? '',
    outcome: 'kept',
  }));
  return { content: applyInput(emptyContent('Recreational'), general), entries: [...entries, ...recorded] };
}

async function addDive(ctx: JobContext, db: Db, key: ImportKey, item: ImportedFileDive): Promise<Outcome> {
  const { affiliateId } = key;
  const { recordings } = item.dive;
  const mapped = mapFileDive(item);
  const content = withoutInvalid(mapped.content, latestIsoDate(ctx.now));
  const entries = reportStored(mapped.entries, mapped.content, content, 'out-of-range');
  const missing = findMissing({ ...content, ...content.conditions, ...content.equipment, is_imported: true });
  if (missing.length > 0) {
    // Only the date can be missing: a dive without a site is called by it. One in UTC has a warning of its reader.
    const missingDate = { field: 'dive_date', code: 'missing-value' as const, value: null, count: 1 };
    const warnings = isUtc(item.dive) ? [] : [missingDate];
    return { action: 'failed', logId: null, logVersion: null, entries: toLost(entries), warnings };
  }
  const outline = recordings[0]?.outline ?? null;
  const stored = { ...content, affiliateId, outline, searchText: buildSearchText(content) };
  const log = await queries.insertImportedLog.first(db, stored);
  if (log === undefined) throw new Error('inserting the imported dive returned no row');
  await storeRecordings(ctx, db, key, item, log.id);
  const { dive_location: name } = content;
  if (name !== '') await upsertOwnSite(db, { affiliateId, name, searchName: normalizeForSearch(name) });
  return { action: 'added', logId: log.id, logVersion: log.version, entries };
}

/** Nothing of a dive that isn't imported is kept. */
const toLost = (entries: readonly LossEntry[]) => entries.filter(({ outcome }) => outcome === 'left-out');

/** Without the values that the logbook refuses, because one of them must not cost the whole dive. */
function withoutInvalid(content: LogContent, latestDay: string): LogContent {
  const problems = findInvalid({ ...content, ...content.conditions, ...content.equipment }, latestDay);
  if (problems.length === 0) return content;
  const fields = new Set(problems.map(({ path }) => path.slice(path.lastIndexOf('.') + 1)));
  const rest = <Section extends object>(section: Section) =>
    Object.fromEntries(Object.entries(section).filter(([name]) => !fields.has(name))) as Section;
  const { oxygen: _o, nitrogen: _n, helium: _h, ...equipment } = content.equipment;
  const hasWrongGas = ['oxygen', 'nitrogen', 'helium'].some((gas) => fields.has(gas));
  return {
    ...content,
    dive_date: fields.has('dive_date') ? null : content.dive_date,
    max_depth: fields.has('max_depth') ? null : content.max_depth,
    bottom_time: fields.has('bottom_time') ? null : content.bottom_time,
    conditions: rest(content.conditions),
    equipment: rest(hasWrongGas ? equipment : content.equipment),
  };
}

const isUtc = ({ warnings }: ReadDive) => warnings.some(({ code }) => code === 'utc-only');

/**
 * The person's answer counts only where the file is silent or has UTC alone. That is never taken for the local time, nor
 * its date for that at the site.
 */
function withStart(dive: ReadDive, chosen: string | null): ReadDive {
  const isOpen = dive.start === null || isUtc(dive) || dive.warnings.some(({ code }) => code === 'time-missing');
  if (chosen === null && isUtc(dive)) return { ...dive, start: null };
  if (chosen === null || !isOpen) return dive;
  return { ...dive, start: { local: chosen, utcOffsetMin: null, isTimeKnown: true } };
}

async function storeRecordings(
  { services }: JobContext,
  db: Db,
  key: ImportKey,
  { dive, file, fingerprint, choice }: ImportedFileDive,
  logId: string,
): Promise<void> {
  const { start } = withStart(dive, choice?.start ?? null);
  const shiftMs =
    start === null || dive.start === null ? 0 : Date.parse(`${start.local}Z`) - Date.parse(`${dive.start.local}Z`);
  const ids = await reserveRecordings(db, { count: dive.recordings.length });
  for (const [position, recording] of dive.recordings.entries()) {
    const { recordingId = '' } = ids[position] ?? {};
    await insertRecording(db, {
      ...key,
      recordingId,
      logId,
      file,
      position,
      fingerprint,
      computer: recording.computer?.slice(0, 200) ?? null,
      startLocal: findStart(recording.start ?? dive.start, start, shiftMs),
      utcOffsetMin: recording.start?.utcOffsetMin ?? start?.utcOffsetMin ?? null,
      durationS: recording.durationS === null ? null : Math.round(recording.durationS),
      maxDepthM: recording.maxDepthM,
      sampleCount: recording.sampleCount,
      encrypted: encryptRecording(services.env, { affiliate_id: key.affiliateId, recordingId }, recording.bytes),
    });
  }
}

/** Moved with its dive if the person placed it. Null if the file has only a date. */
function findStart(recorded: DiveStart | null, start: DiveStart | null, shiftMs: number): string | null {
  if (recorded === null || !recorded.isTimeKnown || !start?.isTimeKnown) return start?.isTimeKnown ? start.local : null;
  return new Date(Date.parse(`${recorded.local}Z`) + shiftMs).toISOString().slice(0, 19);
}
