import { isoTimestampSql } from '#platform/server/db/iso-timestamp-sql.ts';
import { statement } from '#platform/server/db/database.ts';
import { childrenSql, fullNameSql } from '#features/account/server/public.ts';
import type {
  DiveSite,
  FamilyDives,
  InstructorInfo,
  LogbookTotals,
  TypedMeasure,
  WaitingLog,
} from '#features/logbook/shared/contract.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';
import { isActiveInstructorSql } from '#features/professionals/server/public.ts';
import type { DiveToEvaluate } from './verification/deviations.ts';
import { visibleLogCondition } from './visible-log-queries.ts';

const buildInstructorJson = (person: string) => `json_build_object('memsys_member_number', ${person}.member_number,
  'first_name', ${person}.given_name, 'last_name', ${person}.family_name, 'middle_initial', left(${person}.middle_name, 1))`;

export interface LogRow {
  id: number;
  affiliate_id: number;
  log_type: LogType;
  status: LogStatus;
  version: number;
  dive_number: number | null;
  log_course: string | null;
  log_number: number | null;
  adventure_dive: string | null;
  dive_title: string;
  dive_date: string | null;
  dive_location: string;
  dive_type: string | null;
  memsys_member_number: number | null;
  max_depth: number | null;
  bottom_time: number | null;
  time_in: string | null;
  time_out: string | null;
  skills: string[];
  conditions: Record<string, never>;
  equipment: Record<string, never>;
  experience: Record<string, never>;
  typed: TypedMeasure[];
  submitted_at: Date | null;
  verified_at: Date | null;
  verified_name: string | null;
  verified_reason: string | null;
  returned_at: Date | null;
  returned_name: string | null;
  returned_reason: string | null;
  returned_fields: { field: string; message: string }[];
  created_date: Date;
}

const logColumns = `l.id, l.affiliate_id, l.log_type, l.status, l.version, l.dive_number, l.log_course, l.log_number,
  l.adventure_dive, l.dive_title, l.dive_date, l.dive_location, l.dive_type, l.memsys_member_number,
  l.max_depth_m::float8 as max_depth, l.bottom_time_min as bottom_time, to_char(l.time_in, 'HH24:MI') as time_in,
  to_char(l.time_out, 'HH24:MI') as time_out, l.skills, l.conditions, l.equipment, l.experience, l.typed, l.submitted_at,
  l.verified_at, l.verified_name, l.verified_reason, l.returned_at, l.returned_name, l.returned_reason, l.returned_fields, l.created_date`;

export interface ShownLogRow extends LogRow {
  diver_name: string;
  instructor: InstructorInfo | null;
  photos: { id: string; width: number; height: number; caption: string }[];
}

const logSelect = `
  select ${logColumns}, ${fullNameSql('d')} as diver_name,
    (select ${buildInstructorJson('i')} from person i where i.member_number = l.memsys_member_number) as instructor,
    coalesce((
      select json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height, 'caption', p.caption)
        order by p.position, p.created_at, p.id)
      from dive_photo p where p.affiliate_id = l.affiliate_id and p.log_id = l.id), '[]') as photos
  from dive_log l join person d using (affiliate_id)`;

export const findLog = statement<ShownLogRow, [viewer: number, id: string]>(
  `${logSelect} where l.id = $2 and ${visibleLogCondition}`,
);

/** Used to prefill fields that rarely change. */
export const findLastDive = statement<ShownLogRow, [affiliateId: number, type: LogType]>(`${logSelect}
  where l.affiliate_id = $1 and l.id = (
    select id from dive_log where affiliate_id = $1 and deleted_at is null and log_type = $2 and status <> 'Draft'
    order by dive_date desc, id desc limit 1)`);

export const lockLog = statement<LogRow, [affiliateId: number, id: string]>(
  `select ${logColumns} from dive_log l where l.affiliate_id = $1 and l.id = $2 and l.deleted_at is null for update`,
);

/** The store through which the instructor of a log `l` teaches its diver; forms may name it instead. */
const teachingStore = `(select e.store_number from enrollment e
  where e.affiliate_id = l.affiliate_id and e.member_number = l.memsys_member_number and e.store_number is not null
  order by e.granted_at desc limit 1)`;

type LogToDecide = LogRow & { diver_birthdate: string | null; store_number: number | null };
const logToDecideSelect = `
  select ${logColumns}, d.birthdate as diver_birthdate, ${teachingStore} as store_number
  from dive_log l join person d using (affiliate_id)`;

export const findLogToDecide = statement<LogToDecide, [viewer: number, id: string]>(
  `${logToDecideSelect} where l.id = $2 and l.affiliate_id <> $1 and ${visibleLogCondition}`,
);

/** Locks in a fixed order, so two requests for the same class can't deadlock. */
export const lockLogsToDecide = statement<LogToDecide, [viewer: number, ids: string[]]>(`${logToDecideSelect}
  where l.id = any($2::bigint[]) and l.affiliate_id <> $1 and ${visibleLogCondition}
  order by l.id for update of l`);

export type WaitingRow = Omit<WaitingLog, 'deviations'> & DiveToEvaluate;

export const listLogsToVerify = statement<WaitingRow, [affiliateId: number]>(`
  select l.id::text as id, l.version, ${fullNameSql('d')} as diver_name, l.dive_title, l.dive_date, l.dive_location,
    l.log_course, l.log_number, l.adventure_dive, l.max_depth_m::float8 as max_depth, l.bottom_time_min as bottom_time,
    l.typed, l.affiliate_id, l.memsys_member_number, l.skills, l.conditions, d.birthdate as diver_birthdate,
    ${teachingStore} as store_number, ${isoTimestampSql('l.submitted_at')} as submitted_at
  from person me
    join dive_log l on l.memsys_member_number = me.member_number and l.status = 'Pending' and l.deleted_at is null
    join person d on d.affiliate_id = l.affiliate_id
  where me.affiliate_id = $1 and ${isActiveInstructorSql('me')}
  order by l.submitted_at, l.id limit 500`);

export interface Instructor {
  affiliate_id: number;
  name: string;
  info: InstructorInfo;
}

export const findInstructor = statement<Instructor, [memberNumber: number]>(`
  select i.affiliate_id, ${fullNameSql('i')} as name, ${buildInstructorJson('i')} as info
  from person i where i.member_number = $1 and ${isActiveInstructorSql('i')}`);

export const selectPersonName = statement<{ affiliate_id: number; name: string }, [affiliateId: number]>(
  `select p.affiliate_id, ${fullNameSql('p')} as name from person p where p.affiliate_id = $1`,
);

export const listGuardians = statement<{ affiliate_id: number }, [affiliateId: number]>(
  'select guardian_id as affiliate_id from guardian_link where affiliate_id = $1 order by guardian_id',
);

/** Dives of a guardian's children, without drafts. */
export const listFamilyDives = statement<FamilyDives, [guardianId: number, today: string]>(`
  select k.affiliate_id, d.dives, d.pending, d.returned, (
    select json_build_object('dive_title', l.dive_title, 'dive_date', l.dive_date, 'dive_location', l.dive_location,
      'max_depth', l.max_depth_m::float8)
    from dive_log l where l.affiliate_id = k.affiliate_id and l.deleted_at is null and l.status <> 'Draft'
    order by l.dive_date desc, l.id desc limit 1) as last
  from (${childrenSql}) k cross join lateral (
    select count(*)::int as dives, count(*) filter (where l.status = 'Pending')::int as pending,
      count(*) filter (where l.status = 'Returned')::int as returned
    from dive_log l where l.affiliate_id = k.affiliate_id and l.deleted_at is null and l.status <> 'Draft') d
  order by k.affiliate_id`);

/** The number of recent dives in the depth strip above the list. */
const depthStripDives = 40;

/** Reads only columns of the list's index. */
export const totalsQuery = `
  with mine as (
    select id, log_type, status, dive_date, max_depth_m, bottom_time_min, typed from dive_log
    where affiliate_id = $1 and deleted_at is null
  ), dived as materialized (
    select * from mine where status <> 'Draft'
  ), deepest as (
    select max_depth_m, typed from dived where max_depth_m is not null order by max_depth_m desc, dive_date desc, id desc limit 1
  ), hanging as (
    select id, dive_date, max_depth_m from dived order by dive_date desc, id desc limit ${depthStripDives}
  )
  select count(*)::int as dives,
    count(*) filter (where log_type = 'Training')::int as training,
    count(*) filter (where log_type = 'Recreational')::int as recreational,
    (select count(*)::int from mine where status = 'Draft') as drafts,
    count(*) filter (where status = 'Pending')::int as pending,
    count(*) filter (where status = 'Returned')::int as returned,
    coalesce(sum(bottom_time_min), 0)::int as bottom_time,
    (select max_depth_m::float8 from deepest) as max_depth,
    coalesce((select jsonb_path_query_array(typed, '$[*] ? (@.field == "max_depth")') from deepest), '[]') as max_depth_typed,
    max(dive_date) as last_dive_date,
    coalesce((select json_agg(y order by y.year desc) from (
      select extract(year from dive_date)::int as year, count(*)::int as dives, sum(bottom_time_min)::int as minutes
      from dived group by 1) y), '[]') as years,
    coalesce((select json_agg(json_build_object('id', id::text, 'dive_date', dive_date, 'max_depth', max_depth_m)
      order by dive_date, id) from hanging), '[]') as depths
  from dived`;
export const findTotals = statement<LogbookTotals, [affiliateId: number]>(totalsQuery);

/**
 * Prefix matches come before other matches, and own sites before shared ones; later parts are skipped once there are
 * enough rows. One or two letters have no trigrams and use the query for short texts.
 */
const buildSitesQuery = (contains: string) => `
  select id, name from (
    (select 'own-' || id as id, name from own_dive_site
      where affiliate_id = $1 and starts_with(search_name, $2) order by search_name limit 20)
    union all
    (select id::text, name from dive_site where search_name ~>=~ $2 and search_name ~<~ $3
      order by search_name using ~<~ limit 20)
    union all
    (select 'own-' || id, name from own_dive_site
      where affiliate_id = $1 and strpos(search_name, $2) > 1 order by search_name limit 20)
    union all
    (select id::text, name from dive_site where ${contains} and not starts_with(search_name, $2) limit 20)
  ) found limit 20`;

type FindSites = [affiliateId: number, search: string, end: string, pattern: string];
export const findSites = statement<DiveSite, FindSites>(buildSitesQuery('search_name like $4'));
export const findSitesByShortText = statement<DiveSite, FindSites>(
  buildSitesQuery("$4 <> '' and strpos(search_name, $2) > 1"),
);
