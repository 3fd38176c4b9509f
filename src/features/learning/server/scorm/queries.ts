import { statement } from '#platform/server/db/database.ts';
import type { CourseLevel } from '#features/learning/shared/rules.ts';
import type { ManifestItem, ScormVersion } from './manifest.ts';

export interface PackageRow {
  packageId: string;
  version: ScormVersion;
  title: string;
  level: CourseLevel;
  items: ManifestItem[];
  filePrefix: string;
  files: number;
  bytes: number;
  uploadedAt: Date;
}

const columns = `p.package_id as "packageId", p.version, p.title, p.level, p.items, p.file_prefix as "filePrefix",
  cardinality(p.paths) as files, p.bytes, p.uploaded_at as "uploadedAt"`;

export const listPackages = statement<PackageRow, []>(
  `select ${columns} from scorm_package p order by p.uploaded_at desc, p.package_id limit 1000`,
);

export const findPackage = statement<PackageRow, [packageId: string]>(
  `select ${columns} from scorm_package p where p.package_id = $1`,
);

export const insertPackage = statement<
  PackageRow,
  [
    packageId: string,
    version: string,
    title: string,
    level: string,
    items: string,
    filePrefix: string,
    paths: readonly string[],
    bytes: number,
    uploadedBy: number,
  ]
>(`
  insert into scorm_package as p (package_id, version, title, level, items, file_prefix, paths, bytes, uploaded_by)
  values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9)
  on conflict do nothing returning ${columns}`);

/** Deletes the package only if no enrollment and no open code refers to it. */
export const deletePackage = statement<{ filePrefix: string; paths: string[] }, [packageId: string]>(`
  delete from scorm_package p where p.package_id = $1
    and not exists (select 1 from enrollment e where e.package_id = $1)
    and not exists (select 1 from access_code c where c.package_id = $1 and c.redeemed_at is null)
  returning p.file_prefix as "filePrefix", p.paths`);

export const listPackageCards = statement<
  { packageId: string; title: string; level: CourseLevel; lessons: number; isEntitled: boolean },
  [affiliateId: number]
>(`
  select p.package_id as "packageId", p.title, p.level, jsonb_array_length(p.items) as lessons,
    exists (select 1 from enrollment e where e.affiliate_id = $1 and e.package_id = p.package_id) as "isEntitled"
  from scorm_package p order by p.title, p.package_id`);

export interface ItemProgress {
  item: string;
  isPassed: boolean | null;
  scorePercent: number | null;
  seconds: number;
  doneAt: string | null;
  at: string;
}

export interface ScormCourseProgress {
  enrolledAt: Date | null;
  completedAt: Date | null;
  secondsSpent: number;
  items: ItemProgress[];
}

/** Returns no row without an enrollment. */
export const findCourseProgress = statement<ScormCourseProgress, [affiliateId: number, packageId: string]>(`
  select e.enrolled_at as "enrolledAt", e.completed_at as "completedAt", e.seconds_spent as "secondsSpent",
    coalesce((select json_agg(json_build_object('item', s.item, 'isPassed', s.is_passed,
        'scorePercent', s.score_percent, 'seconds', s.seconds_spent, 'doneAt', s.done_at, 'at', s.updated_at))
      from scorm_progress s where s.affiliate_id = $1 and s.package_id = $2), '[]') as items
  from enrollment e where e.affiliate_id = $1 and e.package_id = $2`);

/** Data for the player: the learner's name and the stored data model. */
export const findPlayedItem = statement<
  { givenName: string; familyName: string; cmi: Record<string, unknown> | null; seq: number },
  [affiliateId: number, packageId: string, item: string]
>(`
  select p.given_name as "givenName", p.family_name as "familyName", s.cmi, coalesce(s.seq, 0) as seq
  from person p left join scorm_progress s on s.affiliate_id = $1 and s.package_id = $2 and s.item = $3
  where p.affiliate_id = $1`);

export const startPackage = statement<unknown, [affiliateId: number, packageId: string, items: number, at: Date]>(`
  update enrollment set enrolled_at = coalesce(enrolled_at, $4), lessons_total = $3
  where affiliate_id = $1 and package_id = $2`);

/** The data model with the highest seq is stored; completion, pass and score never decrease. */
export const saveItemProgress = statement<
  { isDone: boolean },
  [
    affiliateId: number,
    packageId: string,
    item: string,
    cmi: string,
    seq: number,
    isCompleted: boolean,
    isPassed: boolean | null,
    scorePercent: number | null,
    seconds: number,
    at: Date,
  ]
>(`
  insert into scorm_progress as s (affiliate_id, package_id, item, cmi, seq, is_completed, is_passed, score_percent,
    seconds_spent, done_at, updated_at)
  values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, case when $6 or $7 then $10::timestamptz end, $10)
  on conflict (affiliate_id, package_id, item) do update set
    cmi = case when excluded.seq > s.seq then excluded.cmi else s.cmi end,
    seq = greatest(s.seq, excluded.seq),
    is_completed = s.is_completed or excluded.is_completed,
    is_passed = case when s.is_passed then true else coalesce(excluded.is_passed, s.is_passed) end,
    score_percent = greatest(s.score_percent, excluded.score_percent),
    seconds_spent = greatest(s.seconds_spent, excluded.seconds_spent),
    done_at = coalesce(s.done_at, excluded.done_at),
    updated_at = greatest(s.updated_at, excluded.updated_at)
  returning s.done_at is not null as "isDone"`);

/** Recomputes the course progress from its items. */
export const updateCourseProgress = statement<
  { isNewlyDone: boolean },
  [affiliateId: number, packageId: string, items: readonly string[], lastItem: string, at: Date]
>(`
  with stand as (
    select count(*) filter (where s.done_at is not null and s.item = any($3))::int as done,
      coalesce(sum(s.seconds_spent), 0)::int as seconds
    from scorm_progress s where s.affiliate_id = $1 and s.package_id = $2
  )
  update enrollment e set lessons_done = greatest(e.lessons_done, stand.done), lessons_total = cardinality($3),
    seconds_spent = greatest(e.seconds_spent, stand.seconds), last_lesson = $4, last_at = $5,
    enrolled_at = coalesce(e.enrolled_at, $5),
    knowledge_done_at = case when stand.done = cardinality($3) then coalesce(e.knowledge_done_at, $5)
      else e.knowledge_done_at end,
    completed_at = case when stand.done = cardinality($3) then coalesce(e.completed_at, $5) else e.completed_at end
  from stand, (select lessons_done from enrollment where affiliate_id = $1 and package_id = $2) before
  where e.affiliate_id = $1 and e.package_id = $2
  returning stand.done > before.lessons_done as "isNewlyDone"`);
