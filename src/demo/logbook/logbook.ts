import * as z from 'zod';
import { type Db, statement } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { type DemoNotification } from '#demo/notifications.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';
import {
  applyInput,
  emptyContent,
  type LogChanges,
  toColumnValues,
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
  /** Fixed, so that loading again finds it. */
  name: string;
  status: LogStatus;
  given: LogChanges;
  reason?: string;
  remarks?: readonly { field: string; message: string }[];
}

const diver = 400_001;

/** The year of the last dive, which was on the 14th of November: nobody has dived in the future. */
export function getLastDiveYear(now: Date): number {
  return now.toISOString().slice(5, 10) > '11-14' ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
}

/** A diver's life, some students who wait for their instructor, and the places where people dive. */
export async function seedDemoLogbook(db: Db, now = new Date()): Promise<{ news: DemoNotification[]; isNew: boolean }> {
  await insertSites(
    db,
    demoSites,
    demoSites.map((name) => normalizeForSearch(name)),
  );
  const year = getLastDiveYear(now);
  const logs = [...listDiverLogs(year), ...listDraftLogs(diver, year), ...listClassLogs(year)];
  const { numInsertedOrUpdatedRows: made } = await db
    .insertInto('dive_log')
    .values(logs.map((log, index) => toRow(log, index)))
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  const isNew = Number(made) > 0;
  if (isNew) for (const id of new Set(logs.map((log) => log.affiliateId))) await renumberFrom(db, id, '1900-01-01');
  return { news: await listDemoLogbookNotifications(db), isNew };
}

/** Drawing takes a moment, and nobody has to wait for it. */
export const drawDemoPhotos = defineJob('logbook.demo-photos', { schema: z.object({}) }, async ({ services, now }) => {
  const photos = [...iterateDives(getLastDiveYear(now))].flatMap(({ name, dive: [, , , , , extra] }) =>
    (extra?.photos ?? []).map((photo): DemoPhoto => ({ affiliateId: diver, logKey: getLogKey(diver, name), ...photo })),
  );
  await storeDemoPhotos(services, photos);
});

/** Every dive of the diver with its place in the life and on the day. */
function* iterateDives(lastYear: number) {
  let [ofLife, ofDay, before] = [0, 0, ''];
  for (const trip of [...earlyTrips, ...middleTrips, ...recentTrips])
    for (const dive of trip.dives) {
      const year = lastYear - trip.yearsAgo;
      ofDay = before === `${year}-${dive[0]}` ? ofDay + 1 : 0;
      before = `${year}-${dive[0]}`;
      yield { trip, dive, place: { year, ofLife, ofDay }, name: `dive ${ofLife}` };
      ofLife++;
    }
}

function* listDiverLogs(lastYear: number): Generator<DemoLog> {
  for (const { trip, dive, place, name } of iterateDives(lastYear)) {
    const status = dive[5]?.course?.status ?? 'Logged';
    const returned = {
      reason: 'Bottom time is longer than the time between in and out.',
      remarks: [{ field: 'bottom_time', message: '45 minutes are between in and out.' }],
    };
    const given = describeDive(trip, dive, place);
    yield { affiliateId: diver, name, status, given, ...(status === 'Returned' && returned) };
  }
}

const getLogKey = (affiliateId: number, name: string) => createUuidFromText(`demo ${affiliateId} ${name}`);

function toRow({ affiliateId, name, status, given, reason, remarks }: DemoLog, index: number) {
  const type: LogType = given.skills === undefined ? 'Recreational' : 'Training';
  const values = toColumnValues(applyInput(emptyContent(type), given));
  const [log_course, log_number, adventure_dive, dive_title, dive_date, dive_location, dive_type, ...rest] = values;
  const [memsys_member_number, max_depth_m, bottom_time_min, time_in, time_out, bottom_water_temp_c, ...texts] = rest;
  const [skills, conditions, equipment, experience, typed, search_text] = texts;
  /** In the evening of a day after the dive, each a minute after the one before. */
  const at = (days: number) =>
    new Date(Date.parse(`${dive_date ?? given.dive_date}T18:00:00Z`) + days * 86_400_000 + index * 60_000);
  const isSubmitted = type === 'Training' && status !== 'Draft';
  return {
    affiliate_id: affiliateId,
    key: getLogKey(affiliateId, name),
    log_type: type,
    status,
    log_course,
    log_number,
    adventure_dive,
    dive_title,
    dive_date,
    dive_location,
    dive_type,
    memsys_member_number,
    max_depth_m,
    bottom_time_min,
    time_in,
    time_out,
    bottom_water_temp_c,
    skills: [...skills],
    conditions,
    equipment,
    experience,
    typed,
    search_text,
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

const insertSites = statement<unknown, [names: readonly string[], searchNames: readonly string[]]>(`
  insert into dive_site (name, search_name) select * from unnest($1::text[], $2::text[]) on conflict do nothing`);
