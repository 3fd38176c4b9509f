import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import {
  jsonFields,
  jsonObject,
  selectJsonColumns,
  storedJson,
  type JsonColumn,
  type JsonColumns,
  type Selection,
} from '#platform/server/db/json-columns.ts';
import {
  Condition,
  DiveRecording,
  Equipment,
  Experience,
  FieldRemark,
  InstructorInfo,
  LogDeviation,
  LogPhoto,
  TypedMeasure,
  type DepthTime,
  type DiveLog,
} from '#features/logbook/shared/contract.ts';
import { mayShareDetails } from '#features/logbook/server/recordings/may-share.ts';
import type { LogTables } from '#features/logbook/server/visible-log-queries.ts';

const eb = expressionBuilder<LogTables, 'l'>();
const ref = (column: `l.${keyof LogTables['l'] & string}`) => eb.ref(column);
const namesOf = <Shape extends object>({ shape }: { shape: Shape }) => Object.keys(shape) as (keyof Shape & string)[];

/** The number of the first dive in the logbook; more than 1 if there were dives before. */
export const firstDiveNumber = (affiliateId: RawBuilder<number>): RawBuilder<number> =>
  sql`coalesce((select s.first_dive_number from logbook_setting as s where s.affiliate_id = ${affiliateId}), 1)`;

/** The number of a dive among all dives of its diver, by date; null for a draft. Counted, because it changes often. */
export const countDiveNumber = (log: 'l' | 'dive_log'): RawBuilder<number | null> => {
  const dive = sql.table(log);
  return sql`case when ${dive}.status <> 'Draft' and ${dive}.deleted_at is null then ${firstDiveNumber(sql`${dive}.affiliate_id`)} + (
    select count(*)::int from dive_log as n
    where n.affiliate_id = ${dive}.affiliate_id and n.deleted_at is null and n.status <> 'Draft'
      and (n.dive_date, n.id) < (${dive}.dive_date, ${dive}.id)) end`;
};

const typedColumn = storedJson(sql.ref('l.typed'), namesOf(TypedMeasure));

/** Fields that the list and the page of a dive have in common. */
export const sharedColumns = {
  id: eb.cast<string>('l.id', 'text'),
  log_type: ref('l.log_type'),
  log_course: ref('l.log_course'),
  log_number: ref('l.log_number'),
  dive_title: ref('l.dive_title'),
  dive_date: ref('l.dive_date'),
  dive_location: ref('l.dive_location'),
  status: ref('l.status'),
  version: ref('l.version'),
  adventure_dive: ref('l.adventure_dive'),
  typed: typedColumn,
  outline: ref('l.outline'),
} satisfies Partial<JsonColumns<DiveLog>>;

/** The public data of the instructor, who is the person `i` in the query. */
export function instructorInfo() {
  const eb = expressionBuilder<LogTables & { i: LogTables['person'] }, 'i'>();
  return jsonBuildObject({
    memsys_member_number: eb.ref('i.member_number').$notNull(),
    first_name: eb.ref('i.given_name'),
    last_name: eb.ref('i.family_name'),
    middle_initial: sql<string>`left(i.middle_name, 1)`,
  });
}

const photoUrl = sql<string>`'/api/logbook/api/Image/GetImage/' || p.log_id || '/' || p.id`;
const photos = jsonArrayFrom(
  eb
    .selectFrom('dive_photo as p')
    .select([
      'p.id',
      photoUrl.as('url'),
      sql<string>`${photoUrl} || '?size=thumb'`.as('thumb_url'),
      'p.width',
      'p.height',
      'p.caption',
      sql<string | null>`to_char(p.taken_at, 'YYYY-MM-DD"T"HH24:MI:SS')`.as('taken_at'),
    ])
    .whereRef('p.affiliate_id', '=', 'l.affiliate_id')
    .whereRef('p.log_id', '=', 'l.id')
    .orderBy('p.position')
    .orderBy('p.created_at')
    .orderBy('p.id'),
);

const recordings = jsonArrayFrom(
  eb
    .selectFrom('dive_recording as r')
    .select([
      sql<string>`r.id::text`.as('id'),
      'r.computer',
      sql<string | null>`to_char(r.start_local, 'YYYY-MM-DD"T"HH24:MI:SS')`.as('start_local'),
      'r.duration_s',
      sql<number | null>`r.max_depth_m::float8`.as('max_depth'),
      'r.sample_count',
      'r.is_simulated',
      sql<boolean>`r.shares_details and ${mayShareDetails(eb.ref('l.affiliate_id'))}`.as('shares_details'),
      mayShareDetails(eb.ref('l.affiliate_id')).as('can_share_details'),
      sql<boolean>`coalesce(not r.is_simulated and r.created_at > l.verified_at, false)`.as('is_added_later'),
      'r.import_id',
      'r.file',
    ])
    .whereRef('r.affiliate_id', '=', 'l.affiliate_id')
    .whereRef('r.log_id', '=', 'l.id')
    .orderBy('r.position')
    .orderBy('r.id'),
);

/** The dive before `l` by its times. A dive past midnight ends on the next day. */
const surfaceInterval = sql<number | null>`(
  select case when since.minutes <= 1440 then since.minutes end
  from (
    select extract(epoch from (l.dive_date + l.time_in) - max(b.dive_date + b.time_in
      + coalesce(b.time_out - b.time_in + case when b.time_out < b.time_in then interval '1 day' else interval '0' end,
          b.bottom_time_min * interval '1 minute')))::integer / 60 as minutes
    from dive_log as b
    where b.affiliate_id = l.affiliate_id and b.deleted_at is null and b.status <> 'Draft'
      and b.dive_date between l.dive_date - 2 and l.dive_date and b.dive_date + b.time_in < l.dive_date + l.time_in
  ) as since
  where since.minutes >= 0)`;

const depthTimeColumns: JsonColumns<DepthTime> = {
  max_depth: eb.cast('l.max_depth_m', 'float8'),
  bottom_time: ref('l.bottom_time_min'),
  time_in: sql`to_char(l.time_in, 'HH24:MI')`,
  time_out: sql`to_char(l.time_out, 'HH24:MI')`,
};

/** Every section is a list with one entry. */
const section = <Output extends object>(columns: JsonColumns<Output>): JsonColumn =>
  jsonObject(columns, (object) => sql`json_build_array(${object})`);

const logColumns: JsonColumns<DiveLog> = {
  ...sharedColumns,
  dive_number: countDiveNumber('l'),
  affiliate_id: ref('l.affiliate_id'),
  diver_name: eb.selectFrom('person_name as d').select('d.full_name').whereRef('d.affiliate_id', '=', 'l.affiliate_id'),
  dive_type: ref('l.dive_type'),
  memsys_member_number: ref('l.memsys_member_number'),
  instructor: storedJson(
    eb
      .selectFrom('person as i')
      .select(instructorInfo().as('info'))
      .whereRef('i.member_number', '=', 'l.memsys_member_number'),
    namesOf(InstructorInfo),
  ),
  depth_times: section(depthTimeColumns),
  skills: jsonObject(
    { dive_skills: ref('l.skills') },
    (object) => sql`case when l.log_type = 'Training' then json_build_array(${object}) else '[]' end`,
  ),
  conditions: section(jsonFields(ref('l.conditions'), namesOf(Condition))),
  equipment: section(jsonFields(ref('l.equipment'), namesOf(Equipment))),
  experiences: section({
    ...jsonFields(ref('l.experience'), namesOf(Experience)),
    photos: storedJson(photos, namesOf(LogPhoto)),
  }),
  created_date: isoTimestamp('l.created_date'),
  submitted_at: isoTimestamp('l.submitted_at'),
  verified_at: isoTimestamp('l.verified_at'),
  verified_name: ref('l.verified_name'),
  verified_reason: ref('l.verified_reason'),
  returned_at: isoTimestamp('l.returned_at'),
  returned_name: ref('l.returned_name'),
  returned_reason: ref('l.returned_reason'),
  returned_fields: storedJson(ref('l.returned_fields'), namesOf(FieldRemark)),
  is_imported: ref('l.is_imported'),
  recordings: storedJson(recordings, namesOf(DiveRecording)),
  surface_interval: surfaceInterval,
  // Added for the instructor who decides.
  deviations: storedJson(sql`'[]'::json`, namesOf(LogDeviation)),
};

/** The selected fields of a log `l` as one JSON object. Null if the ordinary handler must answer. */
export function logJson(selection: Selection | null): RawBuilder<DiveLog> | null {
  const columns = selectJsonColumns(logColumns, selection);
  if (columns === null) return null;
  return sql`(select row_to_json(shown) from (select ${sql.join(columns.map((column) => sql`${column.expression} as ${sql.id(String(column.alias))}`))}) as shown)`;
}
/** A whole log `l`. */
export const wholeLogJson = logJson(null) as RawBuilder<DiveLog>;
