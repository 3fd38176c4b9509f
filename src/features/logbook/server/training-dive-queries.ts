import { statement } from '#platform/server/db/database.ts';
import type { TypedMeasure } from '#features/logbook/shared/contract.ts';

/** A dive in the learner record. */
export interface TrainingDive {
  id: string;
  number: number;
  title: string;
  date: string;
  maxDepthM: number;
  bottomTimeMin: number;
  typed: TypedMeasure[];
  skills: string[];
  verifiedAt: Date;
  verifiedName: string;
  memberNumber: number | null;
}

/** The verified dives of a course, latest verification first. */
export const listTrainingDives = statement<TrainingDive, [affiliateId: number, course: string]>(`
  select id::text, log_number as number, dive_title as title, dive_date as date, max_depth_m::float8 as "maxDepthM",
    bottom_time_min as "bottomTimeMin", jsonb_path_query_array(typed, '$[*] ? (@.field == "max_depth")') as typed,
    skills, verified_at as "verifiedAt", coalesce(verified_name, '') as "verifiedName",
    memsys_member_number as "memberNumber"
  from dive_log
  where affiliate_id = $1 and log_course = $2 and status = 'Verified' and deleted_at is null and log_number is not null
  order by verified_at desc, id desc`);
