import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { CourseLevel } from '#features/learning/shared/rules.ts';
import { dateIf, type EnrollmentKey } from '#features/learning/server/progress/queries.ts';
import type { ManifestItem, ScormVersion } from './manifest.ts';

const columns = [
  'package_id as packageId',
  'version',
  'title',
  'level',
  'items',
  'file_prefix as filePrefix',
  sql<number>`cardinality(paths)`.as('files'),
  'bytes',
  'uploaded_at as uploadedAt',
] as const;

export const listPackages = query((db) =>
  db.selectFrom('scorm_package').select(columns).orderBy('uploaded_at', 'desc').orderBy('package_id'),
);

export const findPackage = query((db, p: Params<{ packageId: string }>) =>
  db.selectFrom('scorm_package').select(columns).where('package_id', '=', p.packageId),
);

export type PackageRow = Row<typeof findPackage>;

interface NewPackage {
  packageId: string;
  version: ScormVersion;
  title: string;
  level: CourseLevel;
  items: ManifestItem[];
  filePrefix: string;
  paths: readonly string[];
  bytes: number;
  uploadedBy: number;
}

/** Returns no row if the package exists. */
export const insertPackage = query((db, p: Params<NewPackage>) =>
  db
    .insertInto('scorm_package')
    .values({
      package_id: p.packageId,
      version: p.version,
      title: p.title,
      level: p.level,
      items: toJson(p.items),
      file_prefix: p.filePrefix,
      paths: sql`${p.paths}::text[]`,
      bytes: p.bytes,
      uploaded_by: p.uploadedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns),
);

/** Deletes the package only if no enrollment and no open code refers to it. */
export const deletePackage = query((db, p: Params<{ packageId: string }>) =>
  db
    .deleteFrom('scorm_package')
    .where('package_id', '=', p.packageId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('enrollment as e').where('e.package_id', '=', p.packageId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('access_code as c').where('c.package_id', '=', p.packageId).where('c.redeemed_at', 'is', null),
        ),
      ),
    )
    .returning(['file_prefix as filePrefix', 'paths']),
);

export const listPackageCards = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('scorm_package as p')
    .select((eb) => [
      'p.package_id as packageId',
      'p.title',
      'p.level',
      sql<number>`jsonb_array_length(p.items)`.as('lessons'),
      eb
        .exists(
          eb
            .selectFrom('enrollment as e')
            .where('e.affiliate_id', '=', p.affiliateId)
            .whereRef('e.package_id', '=', 'p.package_id'),
        )
        .as('isEntitled'),
    ])
    .orderBy('p.title')
    .orderBy('p.package_id'),
);

/** Returns no row without an enrollment. */
export const findCourseProgress = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('enrollment as e')
    .select((eb) => [
      'e.enrolled_at as enrolledAt',
      'e.completed_at as completedAt',
      'e.seconds_spent as secondsSpent',
      jsonArrayFrom(
        eb
          .selectFrom('scorm_progress as s')
          .select([
            's.item',
            's.is_passed as isPassed',
            's.score_percent as scorePercent',
            's.seconds_spent as seconds',
            's.done_at as doneAt',
            's.updated_at as at',
          ])
          .where('s.affiliate_id', '=', p.affiliateId)
          .where('s.package_id', '=', p.packageId),
      ).as('items'),
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.package_id', '=', p.packageId),
);

export type ItemProgress = Row<typeof findCourseProgress>['items'][number];

interface ItemKey extends EnrollmentKey {
  item: string;
}

/** Data for the player: the learner's name and the stored data model. */
export const findPlayedItem = query((db, p: Params<ItemKey>) =>
  db
    .selectFrom('person as p')
    .leftJoin('scorm_progress as s', (join) =>
      join.on('s.affiliate_id', '=', p.affiliateId).on('s.package_id', '=', p.packageId).on('s.item', '=', p.item),
    )
    .select((eb) => [
      'p.given_name as givenName',
      'p.family_name as familyName',
      's.cmi',
      eb.fn.coalesce('s.seq', sql.lit(0)).as('seq'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);

export const startPackage = query((db, p: Params<EnrollmentKey & { lessonsTotal: number; now: Date }>) =>
  db
    .updateTable('enrollment')
    .set((eb) => ({ enrolled_at: eb.fn.coalesce('enrolled_at', p.now), lessons_total: p.lessonsTotal }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId),
);

interface ItemUpdate extends ItemKey {
  cmi: Record<string, unknown>;
  seq: number;
  isCompleted: boolean;
  isPassed: boolean | null;
  scorePercent: number | null;
  seconds: number;
  now: Date;
}

/** The data model with the highest seq is stored; completion, pass and score never decrease. */
export const upsertItemProgress = query((db, p: Params<ItemUpdate>) =>
  db
    .insertInto('scorm_progress')
    .values({
      affiliate_id: p.affiliateId,
      package_id: p.packageId,
      item: p.item,
      cmi: toJson(p.cmi),
      seq: p.seq,
      is_completed: p.isCompleted,
      is_passed: p.isPassed,
      score_percent: p.scorePercent,
      seconds_spent: p.seconds,
      done_at: sql`case when ${p.isCompleted} or ${p.isPassed} then ${p.now}::timestamptz end`,
      updated_at: p.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['affiliate_id', 'package_id', 'item']).doUpdateSet((eb) => ({
        cmi: sql`case when excluded.seq > scorm_progress.seq then excluded.cmi else scorm_progress.cmi end`,
        seq: eb.fn('greatest', ['scorm_progress.seq', 'excluded.seq']),
        is_completed: sql`scorm_progress.is_completed or excluded.is_completed`,
        is_passed: sql`case when scorm_progress.is_passed then true
          else coalesce(excluded.is_passed, scorm_progress.is_passed) end`,
        score_percent: eb.fn('greatest', ['scorm_progress.score_percent', 'excluded.score_percent']),
        seconds_spent: eb.fn('greatest', ['scorm_progress.seconds_spent', 'excluded.seconds_spent']),
        done_at: eb.fn.coalesce('scorm_progress.done_at', 'excluded.done_at'),
        updated_at: eb.fn('greatest', ['scorm_progress.updated_at', 'excluded.updated_at']),
      })),
    ),
);

/** Recomputes the course progress from its items. */
export const updateCourseProgress = query(
  (db, p: Params<EnrollmentKey & { items: readonly string[]; lastItem: string; now: Date }>) => {
    const itemCount = sql<number>`cardinality(${p.items}::text[])`;
    return db
      .with('total', (db) =>
        db
          .selectFrom('scorm_progress as s')
          .select((eb) => [
            eb
              .cast<number>(
                eb.fn
                  .countAll()
                  .filterWhere('s.done_at', 'is not', null)
                  .filterWhere('s.item', '=', eb.fn.any(p.items)),
                'int4',
              )
              .as('done'),
            eb.cast<number>(eb.fn.coalesce(eb.fn.sum('s.seconds_spent'), sql.lit(0)), 'int4').as('seconds'),
          ])
          .where('s.affiliate_id', '=', p.affiliateId)
          .where('s.package_id', '=', p.packageId),
      )
      .updateTable('enrollment as e')
      .from([
        'total',
        (eb) =>
          eb
            .selectFrom('enrollment')
            .select('lessons_done')
            .where('affiliate_id', '=', p.affiliateId)
            .where('package_id', '=', p.packageId)
            .as('before'),
      ])
      .set((eb) => {
        const nowIfDone = dateIf(sql`total.done = ${itemCount}`, p.now);
        return {
          lessons_done: eb.fn('greatest', ['e.lessons_done', 'total.done']),
          lessons_total: itemCount,
          seconds_spent: eb.fn('greatest', ['e.seconds_spent', 'total.seconds']),
          last_lesson: p.lastItem,
          last_at: p.now,
          enrolled_at: eb.fn.coalesce('e.enrolled_at', p.now),
          knowledge_done_at: eb.fn.coalesce('e.knowledge_done_at', nowIfDone),
          completed_at: eb.fn.coalesce('e.completed_at', nowIfDone),
        };
      })
      .where('e.affiliate_id', '=', p.affiliateId)
      .where('e.package_id', '=', p.packageId)
      .returning((eb) => eb('total.done', '>', eb.ref('before.lessons_done')).as('isNewlyDone'));
  },
);
