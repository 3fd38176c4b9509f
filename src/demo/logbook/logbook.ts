import type { Insertable } from 'kysely';
import { encryptRecording } from '#features/logbook/server/recordings/recording-files.ts';
import { reserveRecordings } from '#features/logbook/server/recordings/queries.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { dayMs } from '#platform/shared/dates.ts';
import { insertInChunks } from '#demo/insert-rows.ts';
import { ids, type Professional, tomas } from '#demo/world/people.ts';
import { countStoryDays } from '#demo/world/timeline.ts';
import type { World } from '#demo/world/world.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';
import {
  applyInput,
  buildSearchText,
  emptyContent,
  type LogChanges,
} from '#features/logbook/server/logs/log-content.ts';
import type { DemoDive, DemoTrip } from './trip.ts';
import { earlyTrips } from './trips-early.ts';
import { recentTrips } from './trips-recent.ts';
import { middleTrips } from './trips-middle.ts';
import { describeDive } from './describe-dive.ts';
import { demoSites } from './dive-sites.ts';
import { listFreeDives } from './free-dives.ts';
import { recordLog, type RecordedLog, type WornComputers } from './recordings/recordings.ts';
import { listDraftLogs, listTrainingLogs } from './training-logs.ts';

export interface DemoLog {
  affiliateId: number;
  /** A fixed name for the key, so seeding again finds the row. */
  name: string;
  status: LogStatus;
  changes: LogChanges;
  /** By default one computer, rarely none. */
  computers?: WornComputers;
  /** The instructor who verified or returned it. */
  teacher?: Professional;
  reason?: string;
  remarks?: readonly { field: string; message: string }[];
}

/** Seeds all logbooks with their recordings, logs to verify and dive sites. */
export async function seedDemoLogbook({ env }: Services, db: Db, world: World): Promise<void> {
  await db
    .insertInto('dive_site')
    .values(demoSites.map((name) => ({ name, search_name: normalizeForSearch(name) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const logs = [...listLogs(world)].entries().toArray();
  await insertInChunks(logs, async (chunk) => {
    const rows = chunk.map(([index, log]) => toRows(log, index, world));
    await insertLogs(env, db, rows);
  });
}

function* listLogs(world: World): Generator<DemoLog> {
  yield* listDiverLogs(world);
  yield* listDraftLogs(world);
  yield* listTrainingLogs(world);
  yield* listFreeDives(world);
}

interface LogRows {
  row: Insertable<Tables['dive_log']>;
  recordings: RecordedLog['rows'];
}

async function insertLogs(env: Services['env'], db: Db, logs: readonly LogRows[]): Promise<void> {
  const inserted = await db
    .insertInto('dive_log')
    .values(logs.map(({ row }) => row))
    .returning(['id', 'key'])
    .execute();
  const idByKey = new Map(inserted.map(({ id, key }) => [key, id]));
  const rows = logs.flatMap(({ row, recordings }) => {
    const logId = idByKey.get(row.key ?? null);
    if (logId === undefined) throw new Error(`the demo log ${row.key} was not inserted`);
    return recordings.map((recording) => ({ ...recording, log_id: logId, created_at: row.created_date }));
  });
  const ids = await reserveRecordings(db, { count: rows.length });
  const encrypted = rows.map(({ compressed, ...row }, index) => {
    const { recordingId = '' } = ids[index] ?? {};
    const sealed_recording = encryptRecording(env, { affiliate_id: row.affiliate_id, recordingId }, compressed);
    return { ...row, id: Number(recordingId), sealed_recording };
  });
  if (encrypted.length > 0) await db.insertInto('dive_recording').values(encrypted).execute();
}

/** All dives of the diver with their position in the logbook. */
export function* iterateDives({ timeline }: World) {
  let [diveIndex, dayIndex, previousDay] = [0, 0, ''];
  for (const trip of [...earlyTrips, ...middleTrips, ...recentTrips])
    for (const dive of trip.dives) {
      const date = timeline.day(countStoryDays(trip.yearsAgo, dive[0]));
      dayIndex = previousDay === date ? dayIndex + 1 : 0;
      previousDay = date;
      yield { trip, dive, position: { date, diveIndex, dayIndex }, name: `dive ${diveIndex}` };
      diveIndex++;
    }
}

function* listDiverLogs(world: World): Generator<DemoLog> {
  for (const { trip, dive, position, name } of iterateDives(world)) {
    const status = dive[5]?.course?.status ?? 'Logged';
    const returned = {
      reason: 'Your bottom time is longer than the time from entry to exit.',
      remarks: [{ field: 'bottom_time', message: 'There are only 45 minutes between time in and time out.' }],
    };
    const changes = describeDive(trip, dive, position);
    yield {
      affiliateId: ids.diver,
      name,
      status,
      changes,
      computers: describeComputers(trip, dive),
      teacher: tomas,
      ...(status === 'Returned' && returned),
    };
  }
}

/** This year's computer also measures her heart rate. */
function describeComputers({ yearsAgo }: DemoTrip, [, , , , , { computers, photos } = {}]: DemoDive): WornComputers {
  return {
    count: computers ?? 1,
    intervalS: computers === 2 ? 2 : photos === undefined ? 10 : 4,
    hasHeartRate: yearsAgo === 0,
  };
}

export const getLogKey = (affiliateId: number, name: string) => createUuidFromText(`demo ${affiliateId} ${name}`);

function toRows(log: DemoLog, index: number, { timeline }: World): LogRows {
  const { affiliateId, name, status, changes, teacher = tomas, reason, remarks } = log;
  const type: LogType = changes.skills === undefined ? 'Recreational' : 'Training';
  const content = applyInput(emptyContent(type), changes);
  const { outline, rows: recordings } = recordLog(log, content);
  const { max_depth, bottom_time, dive_skills, conditions, equipment, experiences, typed, ...values } = content;
  /** An evening after the dive, one second later for each log. */
  const at = (days: number) =>
    new Date(
      Math.min(
        Date.parse(`${values.dive_date}T18:00:00Z`) + days * dayMs + index * 1_000,
        timeline.now.getTime() - 60_000,
      ),
    );
  const isSubmitted = type === 'Training' && status !== 'Draft';
  const row = {
    affiliate_id: affiliateId,
    key: getLogKey(affiliateId, name),
    status,
    ...values,
    max_depth_m: max_depth,
    bottom_time_min: bottom_time,
    bottom_water_temp_c: conditions.bottom_water_temp ?? null,
    skills: dive_skills,
    conditions: JSON.stringify(conditions),
    equipment: JSON.stringify(equipment),
    experience: JSON.stringify(experiences),
    typed: JSON.stringify(typed),
    search_text: buildSearchText(content),
    outline,
    created_date: at(0),
    updated_at: at(0),
    submitted_at: isSubmitted ? at(0) : null,
    verified_at: status === 'Verified' ? at(1) : null,
    verified_by: status === 'Verified' ? teacher.affiliateId : null,
    verified_name: status === 'Verified' ? teacher.name : null,
    returned_at: reason === undefined ? null : at(1),
    returned_by: reason === undefined ? null : teacher.affiliateId,
    returned_name: reason === undefined ? null : teacher.name,
    returned_reason: reason ?? null,
    returned_fields: JSON.stringify(remarks ?? []),
  };
  return { row, recordings };
}
