import type { Insertable } from 'kysely';
import * as z from 'zod';
import type { Db } from '#platform/server/db/database.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { type DemoNotification } from '#demo/notifications.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';
import {
  applyInput,
  buildSearchText,
  emptyContent,
  type LogChanges,
} from '#features/logbook/server/logs/log-content.ts';
import { earlyTrips } from './trips-early.ts';
import { recentTrips } from './trips-recent.ts';
import { middleTrips } from './trips-middle.ts';
import { demoInstructor, describeDive } from './describe-dive.ts';
import { listDemoLogbookNotifications } from './notifications.ts';
import { type DemoPhoto, storeDemoPhotos } from './photos.ts';
import { demoSites } from './dive-sites.ts';
import { listClassLogs, listDraftLogs } from './student-logs.ts';
import { renumberFrom } from '#features/logbook/server/logs/queries.ts';

export interface DemoLog {
  affiliateId: number;
  /** A fixed name for the key, so seeding again finds the row. */
  name: string;
  status: LogStatus;
  changes: LogChanges;
  reason?: string;
  remarks?: readonly { field: string; message: string }[];
}

const diver = 400_001;

/** The year of the last dive, on November 14, so no dive is in the future. */
export function getLastDiveYear(now: Date): number {
  return now.toISOString().slice(5, 10) > '11-14' ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
}

/** Seeds a diver's logbook, student logs to verify and dive sites. */
export async function seedDemoLogbook(
  db: Db,
  now = new Date(),
): Promise<{ notifications: DemoNotification[]; isNew: boolean }> {
  await db
    .insertInto('dive_site')
    .values(demoSites.map((name) => ({ name, search_name: normalizeForSearch(name) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const year = getLastDiveYear(now);
  const logs = [...listDiverLogs(year), ...listDraftLogs(diver, year), ...listClassLogs(year)];
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('dive_log')
    .values(logs.map((log, index) => toRow(log, index)))
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  const isNew = Number(inserted) > 0;
  if (isNew)
    for (const affiliateId of new Set(logs.map((log) => log.affiliateId)))
      await renumberFrom(db, { affiliateId, day: '1900-01-01' });
  return { notifications: await listDemoLogbookNotifications(db), isNew };
}

/** A job, because drawing is slow. */
export const drawDemoPhotos = defineJob('logbook.demo-photos', { schema: z.object({}) }, async ({ services, now }) => {
  const photos = [...iterateDives(getLastDiveYear(now))].flatMap(({ name, dive: [, , , , , extra] }) =>
    (extra?.photos ?? []).map((photo): DemoPhoto => ({ affiliateId: diver, logKey: getLogKey(diver, name), ...photo })),
  );
  await storeDemoPhotos(services, photos);
});

/** All dives of the diver with their position in the logbook. */
function* iterateDives(lastYear: number) {
  let [diveIndex, dayIndex, previousDay] = [0, 0, ''];
  for (const trip of [...earlyTrips, ...middleTrips, ...recentTrips])
    for (const dive of trip.dives) {
      const year = lastYear - trip.yearsAgo;
      dayIndex = previousDay === `${year}-${dive[0]}` ? dayIndex + 1 : 0;
      previousDay = `${year}-${dive[0]}`;
      yield { trip, dive, position: { year, diveIndex, dayIndex }, name: `dive ${diveIndex}` };
      diveIndex++;
    }
}

function* listDiverLogs(lastYear: number): Generator<DemoLog> {
  for (const { trip, dive, position, name } of iterateDives(lastYear)) {
    const status = dive[5]?.course?.status ?? 'Logged';
    const returned = {
      reason: 'Bottom time is longer than the time between in and out.',
      remarks: [{ field: 'bottom_time', message: '45 minutes are between in and out.' }],
    };
    const changes = describeDive(trip, dive, position);
    yield { affiliateId: diver, name, status, changes, ...(status === 'Returned' && returned) };
  }
}

const getLogKey = (affiliateId: number, name: string) => createUuidFromText(`demo ${affiliateId} ${name}`);

function toRow(
  { affiliateId, name, status, changes, reason, remarks }: DemoLog,
  index: number,
): Insertable<Tables['dive_log']> {
  const type: LogType = changes.skills === undefined ? 'Recreational' : 'Training';
  const content = applyInput(emptyContent(type), changes);
  const { max_depth, bottom_time, dive_skills, conditions, equipment, experiences, typed, ...log } = content;
  /** An evening after the dive, one minute later for each log. */
  const at = (days: number) => new Date(Date.parse(`${log.dive_date}T18:00:00Z`) + days * 86_400_000 + index * 60_000);
  const isSubmitted = type === 'Training' && status !== 'Draft';
  return {
    affiliate_id: affiliateId,
    key: getLogKey(affiliateId, name),
    status,
    ...log,
    max_depth_m: max_depth,
    bottom_time_min: bottom_time,
    bottom_water_temp_c: conditions.bottom_water_temp ?? null,
    skills: dive_skills,
    conditions: JSON.stringify(conditions),
    equipment: JSON.stringify(equipment),
    experience: JSON.stringify(experiences),
    typed: JSON.stringify(typed),
    search_text: buildSearchText(content),
    created_date: at(0),
    updated_at: at(0),
    submitted_at: isSubmitted ? at(0) : null,
    verified_at: status === 'Verified' ? at(1) : null,
    verified_by: status === 'Verified' ? demoInstructor.affiliateId : null,
    verified_name: status === 'Verified' ? demoInstructor.name : null,
    returned_at: reason === undefined ? null : at(0),
    returned_by: reason === undefined ? null : demoInstructor.affiliateId,
    returned_name: reason === undefined ? null : demoInstructor.name,
    returned_reason: reason ?? null,
    returned_fields: JSON.stringify(remarks ?? []),
  };
}
