import { statement } from '#platform/server/db/database.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';

/** Serializes changes of one person's logbook, because dives are numbered. The lock class is arbitrary but unique. */
export const lockLogbook = statement<unknown, [affiliateId: number]>(
  'select pg_advisory_xact_lock(20240, $1::int) is null as locked',
);

/** The content columns of a log, in the order of every write. */
export type ContentValues = [
  logCourse: string | null,
  logNumber: number | null,
  adventureDive: string | null,
  diveTitle: string,
  diveDate: string | null,
  diveLocation: string,
  diveType: string | null,
  memberNumber: number | null,
  maxDepthM: number | null,
  bottomTimeMin: number | null,
  timeIn: string | null,
  timeOut: string | null,
  bottomWaterTempC: number | null,
  skills: readonly string[],
  conditions: string,
  equipment: string,
  experience: string,
  typed: string,
  searchText: string,
];

const contentColumns = `log_course, log_number, adventure_dive, dive_title, dive_date, dive_location, dive_type,
  memsys_member_number, max_depth_m, bottom_time_min, time_in, time_out, bottom_water_temp_c, skills, conditions,
  equipment, experience, typed, search_text`;
const contentTypes = `text integer text text date text text integer numeric integer time time numeric text[] jsonb jsonb
  jsonb jsonb text`.split(/\s+/);
const buildContentParameters = (first: number) =>
  contentTypes.map((type, place) => `$${first + place}::${type}`).join(', ');

/** Returns no row when the key already exists. */
export const insertLog = statement<
  { id: number },
  [affiliateId: number, key: string | null, type: LogType, status: LogStatus, ...ContentValues]
>(`
  insert into dive_log (affiliate_id, key, log_type, status, submitted_at, ${contentColumns})
  values ($1, coalesce($2::uuid, gen_random_uuid()), $3, $4, case when $4 = 'Pending' then now() end, ${buildContentParameters(5)})
  on conflict (affiliate_id, key) do nothing returning id`);

export const findLogByKey = statement<{ id: string; log_type: LogType; is_deleted: boolean }, [number, key: string]>(`
  select id::text as id, log_type, deleted_at is not null as is_deleted from dive_log where affiliate_id = $1 and key = $2`);

export const updateContent = statement<unknown, [affiliateId: number, id: number, ...ContentValues]>(`
  update dive_log set (${contentColumns}) = (${buildContentParameters(3)}), version = version + 1, updated_at = now()
  where affiliate_id = $1 and id = $2`);

/** The return reason is cleared on submission. */
const clearReturn =
  'returned_at = null, returned_by = null, returned_name = null, returned_reason = null, returned_fields = default';

export const markSubmitted = statement<unknown, [affiliateId: number, id: number, status: LogStatus, step: number]>(`
  update dive_log set status = $3, submitted_at = case when $3 = 'Pending' then now() end, ${clearReturn},
    version = version + $4, updated_at = now()
  where affiliate_id = $1 and id = $2`);

export const markWithdrawn = statement<unknown, [affiliateId: number, id: number]>(`
  update dive_log set status = 'Draft', submitted_at = null, dive_number = null, version = version + 1, updated_at = now()
  where affiliate_id = $1 and id = $2`);

/** `deviations` has one JSON list per id. Dives without deviations store no reason. */
export const markVerified = statement<
  unknown,
  [ids: readonly number[], verifiedBy: number, name: string, reason: string | null, deviations: readonly string[]]
>(`
  update dive_log l set status = 'Verified', verified_at = now(), verified_by = $2, verified_name = $3,
    verified_reason = case when q.deviations::jsonb <> '[]' then $4 end, verified_deviations = q.deviations::jsonb,
    version = l.version + 1, updated_at = now()
  from unnest($1::bigint[], $5::text[]) as q (id, deviations) where l.id = q.id`);

export const markReturned = statement<
  unknown,
  [id: number, returnedBy: number, name: string, reason: string, fields: string]
>(`
  update dive_log set status = 'Returned', returned_at = now(), returned_by = $2, returned_name = $3,
    returned_reason = $4, returned_fields = $5::jsonb, version = version + 1, updated_at = now()
  where id = $1`);

interface LockedLog {
  id: number;
  status: LogStatus;
  dive_date: string | null;
}

export const lockLogs = statement<LockedLog, [affiliateId: number, ids: readonly string[], areDeleted: boolean]>(`
  select id, status, dive_date from dive_log
  where affiliate_id = $1 and id = any($2::bigint[]) and (deleted_at is not null) = $3 order by id for update`);

export const markDeleted = statement<unknown, [affiliateId: number, ids: readonly number[]]>(`
  update dive_log set deleted_at = now(), dive_number = null, version = version + 1
  where affiliate_id = $1 and id = any($2::bigint[])`);

export const markRestored = statement<unknown, [affiliateId: number, ids: readonly number[]]>(`
  update dive_log set deleted_at = null, version = version + 1
  where affiliate_id = $1 and id = any($2::bigint[])`);

/** Renumbers dives from a day on; earlier dives keep their numbers. */
export const renumberFrom = statement<unknown, [affiliateId: number, day: string]>(`
  with ranked as (
    select id, coalesce((
        select dive_number from dive_log where affiliate_id = $1 and deleted_at is null and status <> 'Draft' and dive_date < $2
        order by dive_date desc, id desc limit 1), 0)
      + row_number() over (order by dive_date, id) as place
    from dive_log where affiliate_id = $1 and deleted_at is null and status <> 'Draft' and dive_date >= $2
  )
  update dive_log l set dive_number = ranked.place from ranked
  where l.affiliate_id = $1 and l.id = ranked.id and l.dive_number is distinct from ranked.place`);

/** Stores an unknown site for the diver's later searches. */
export const upsertOwnSite = statement<unknown, [affiliateId: number, name: string, searchName: string]>(`
  insert into own_dive_site (affiliate_id, name, search_name)
  select $1, $2, $3 where not exists (select from dive_site where search_name = $3)
  on conflict (affiliate_id, search_name) do nothing`);

/** Purges a batch of 100; the files are deleted after their rows. */
export const purgeDeletedLogs = statement<{ logs: number; files: string[] }, []>(`
  with gone as (
    select affiliate_id, id from dive_log where deleted_at < now() - interval '1 day'
    order by deleted_at limit 100 for update skip locked
  ), photos as (
    delete from dive_photo p using gone where p.affiliate_id = gone.affiliate_id and p.log_id = gone.id
    returning p.file_key, p.thumb_key
  ), logs as (
    delete from dive_log l using gone where l.affiliate_id = gone.affiliate_id and l.id = gone.id returning 1
  )
  select (select count(*)::int from logs) as logs,
    array(select file_key from photos union all select thumb_key from photos) as files`);
