import * as z from 'zod';
import { type Db, statement } from '../../../platform/server/db.ts';
import { defineJob } from '../../../platform/server/jobs.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { searchable } from '../../../platform/shared/searchable.ts';
import type { DemoNews } from '../../notifications/server/public.ts';
import type { LogStatus, LogType } from '../shared/enums.ts';
import { applyInput, emptyContent, type GivenLog, toValues } from './content.ts';
import { earlyTrips } from './demo-dives-early.ts';
import { lastTrips } from './demo-dives-last.ts';
import { lateTrips } from './demo-dives-late.ts';
import { demoInstructor, describeDive } from './demo-log.ts';
import { newsOf } from './demo-news.ts';
import { type DemoPhoto, storeDemoPhotos } from './demo-photos.ts';
import { demoSites } from './demo-sites.ts';
import { classOf, draftsOf } from './demo-students.ts';
import { renumberFrom } from './write-sql.ts';

export interface DemoLog {
  affiliateId: number;
  /** Fixed, so that loading again finds it. */
  name: string;
  status: LogStatus;
  given: GivenLog;
  reason?: string;
  remarks?: readonly { field: string; message: string }[];
}

const diver = 400_001;

/** The year of the last dive, which was on the 14th of November: nobody has dived in the future. */
export function lastYearOf(now: Date): number {
  return now.toISOString().slice(5, 10) > '11-14' ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
}

/** A diver's life, some students who wait for their instructor, and the places where people dive. */
export async function seedDemoLogbook(db: Db, now = new Date()): Promise<{ news: DemoNews[]; isNew: boolean }> {
  await insertSites(
    db,
    demoSites,
    demoSites.map((name) => searchable(name)),
  );
  const year = lastYearOf(now);
  const logs = [...livesOf(year), ...draftsOf(diver, year), ...classOf(year)];
  const { numInsertedOrUpdatedRows: made } = await db
    .insertInto('dive_log')
    .values(logs.map((log, index) => toRow(log, index)))
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  const isNew = Number(made) > 0;
  if (isNew) for (const id of new Set(logs.map((log) => log.affiliateId))) await renumberFrom(db, id, '1900-01-01');
  return { news: await newsOf(db), isNew };
}

/** Drawing takes a moment, and nobody has to wait for it. */
export const drawDemoPhotos = defineJob('logbook.demo-photos', { schema: z.object({}) }, async ({ services, now }) => {
  const photos = [...walk(lastYearOf(now))].flatMap(({ name, dive: [, , , , , extra] }) =>
    (extra?.photos ?? []).map((photo): DemoPhoto => ({ affiliateId: diver, logKey: keyOf(diver, name), ...photo })),
  );
  await storeDemoPhotos(services, photos);
});

/** Every dive of the diver with its place in the life and on the day. */
function* walk(lastYear: number) {
  let [ofLife, ofDay, before] = [0, 0, ''];
  for (const trip of [...earlyTrips, ...lateTrips, ...lastTrips])
    for (const dive of trip.dives) {
      const year = lastYear - trip.yearsAgo;
      ofDay = before === `${year}-${dive[0]}` ? ofDay + 1 : 0;
      before = `${year}-${dive[0]}`;
      yield { trip, dive, place: { year, ofLife, ofDay }, name: `dive ${ofLife}` };
      ofLife++;
    }
}

function* livesOf(lastYear: number): Generator<DemoLog> {
  for (const { trip, dive, place, name } of walk(lastYear)) {
    const status = dive[5]?.course?.status ?? 'Logged';
    const returned = {
      reason: 'Bottom time is longer than the time between in and out.',
      remarks: [{ field: 'bottom_time', message: '45 minutes are between in and out.' }],
    };
    const given = describeDive(trip, dive, place);
    yield { affiliateId: diver, name, status, given, ...(status === 'Returned' && returned) };
  }
}

const keyOf = (affiliateId: number, name: string) => uuidOf(`demo ${affiliateId} ${name}`);

function toRow({ affiliateId, name, status, given, reason, remarks }: DemoLog, index: number) {
  const type: LogType = given.skills === undefined ? 'Recreational' : 'Training';
  const values = toValues(applyInput(emptyContent(type), given));
  const [log_course, log_number, adventure_dive, dive_title, dive_date, dive_location, dive_type, ...rest] = values;
  const [memsys_member_number, max_depth_m, bottom_time_min, time_in, time_out, bottom_water_temp_c, ...texts] = rest;
  const [skills, conditions, equipment, experience, typed, search_text] = texts;
  /** In the evening of a day after the dive, each a minute after the one before. */
  const at = (days: number) =>
    new Date(Date.parse(`${dive_date ?? given.dive_date}T18:00:00Z`) + days * 86_400_000 + index * 60_000);
  const isSubmitted = type === 'Training' && status !== 'Draft';
  return {
    affiliate_id: affiliateId,
    key: keyOf(affiliateId, name),
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
