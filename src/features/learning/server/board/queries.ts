import { sql, type QueryCreator } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { courseDives, signedSkills } from '#features/learning/server/records/queries.ts';

interface BoardOwner {
  affiliateId: number;
  packageIds: readonly string[];
  /** The level of each course in `packageIds`. */
  levelIDs: readonly number[];
}

/**
 * The enrollments `e` with a professional or store. Students who already hold the level of the course are left out.
 */
const selectBoard = (db: QueryCreator<Tables>, p: Params<BoardOwner>) =>
  db
    .with('mine', (db) =>
      db
        .selectFrom('active_instructor as me')
        .innerJoin('enrollment as e', 'e.member_number', 'me.member_number')
        .selectAll('e')
        .where('me.affiliate_id', '=', p.affiliateId)
        .where('e.affiliate_id', '<>', p.affiliateId)
        .unionAll(
          db
            .selectFrom('active_store as me')
            .innerJoin('enrollment as e', 'e.store_number', 'me.store_number')
            .selectAll('e')
            .where('me.affiliate_id', '=', p.affiliateId),
        ),
    )
    .selectFrom('mine as e')
    .innerJoin('person as p', 'p.affiliate_id', 'e.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .where(({ not, exists, selectFrom }) => {
      const levels = sql<{
        package_id: string;
        level_id: number;
      }>`unnest(${p.packageIds}::text[], ${p.levelIDs}::int[])`;
      return not(
        exists(
          selectFrom(levels.as<'l'>(sql`l (package_id, level_id)`))
            .innerJoin('certification as c', 'c.level_id', 'l.level_id')
            .whereRef('l.package_id', '=', 'e.package_id')
            .whereRef('c.affiliate_id', '=', 'e.affiliate_id')
            .where('c.revoked_at', 'is', null),
        ),
      );
    })
    .orderBy('e.last_at', (order) => order.desc().nullsLast())
    .orderBy('p.given_name')
    .orderBy('e.affiliate_id')
    .orderBy('e.package_id');

/**
 * Everyone on the board, most recently active first, with what decides about counts and pages. `mayBeReady` leaves out
 * those who lack lessons or a photo and have not completed a part of the course with another instructor.
 */
export const listBoardEntries = query((db, p: Params<BoardOwner>) =>
  selectBoard(db, p).select((eb) => {
    const hasPhoto = eb.exists(
      eb
        .selectFrom('person_photo as f')
        .whereRef('f.affiliate_id', '=', 'e.affiliate_id')
        .where('f.status', 'in', ['approved', 'pending']),
    );
    const hasOutside = eb.exists(
      eb
        .selectFrom('outside_training as o')
        .whereRef('o.affiliate_id', '=', 'e.affiliate_id')
        .whereRef('o.package_id', '=', 'e.package_id'),
    );
    return [
      'e.affiliate_id as affiliateId',
      'n.full_name as name',
      'p.birthdate',
      'e.package_id as packageId',
      'e.member_number as memberNumber',
      'e.store_number as storeNumber',
      eb.or([eb.and([eb('e.knowledge_done_at', 'is not', null), hasPhoto]), hasOutside]).as('mayBeReady'),
    ];
  }),
);
export type BoardEntry = Row<typeof listBoardEntries>;

interface BoardRows extends BoardOwner {
  affiliateIds: readonly number[];
  /** The course of each student in `affiliateIds`. */
  courses: readonly string[];
}

/**
 * Some of the entries in full. `dives` are the `course/number/status` of each training dive that is verified or pending.
 * `hasOutside` means that part of the course was completed with another instructor.
 */
export const listBoardRows = query((db, p: Params<BoardRows>) =>
  selectBoard(db, p)
    .innerJoin(
      sql<{
        affiliate_id: number;
        package_id: string;
      }>`unnest(${p.affiliateIds}::bigint[], ${p.courses}::text[])`.as<'chosen'>(
        sql`chosen (affiliate_id, package_id)`,
      ),
      (join) =>
        join.onRef('chosen.affiliate_id', '=', 'e.affiliate_id').onRef('chosen.package_id', '=', 'e.package_id'),
    )
    .select((eb) => {
      const dives = courseDives
        .select(sql`l.log_course || '/' || l.log_number || '/' || l.status`.as('dive'))
        .where('l.status', 'in', ['Verified', 'Pending']);
      const levelIDs = eb
        .selectFrom('certification as c')
        .select('c.level_id')
        .whereRef('c.affiliate_id', '=', 'e.affiliate_id')
        .where('c.revoked_at', 'is', null)
        .orderBy('c.level_id');
      return [
        'e.affiliate_id as affiliateId',
        'n.full_name as name',
        'p.birthdate',
        'e.package_id as packageId',
        'e.member_number as memberNumber',
        'e.store_number as storeNumber',
        eb
          .selectFrom('person as t')
          .innerJoin('person_name as tn', 'tn.affiliate_id', 't.affiliate_id')
          .select(sql<string | null>`nullif(tn.full_name, '')`.as('name'))
          .whereRef('t.member_number', '=', 'e.member_number')
          .as('instructorName'),
        'e.lessons_done as lessonsDone',
        'e.lessons_total as lessonsTotal',
        eb('e.knowledge_done_at', 'is not', null).as('isKnown'),
        eb('e.exam_passed_at', 'is not', null).as('isExamPassed'),
        'e.last_at as lastAt',
        sql<string[]>`array${signedSkills}`.as('signed'),
        sql<string[]>`array${dives}`.as('dives'),
        eb
          .exists(
            eb
              .selectFrom('person_photo as f')
              .whereRef('f.affiliate_id', '=', 'e.affiliate_id')
              .where('f.status', 'in', ['approved', 'pending']),
          )
          .as('hasPhoto'),
        eb
          .exists(
            eb
              .selectFrom('outside_training as o')
              .whereRef('o.affiliate_id', '=', 'e.affiliate_id')
              .whereRef('o.package_id', '=', 'e.package_id'),
          )
          .as('hasOutside'),
        sql<number[]>`array${levelIDs}`.as('levelIDs'),
      ];
    }),
);
export type BoardRow = Row<typeof listBoardRows>;

export const listHeldLevels = query((db, p: Params<{ affiliateIds: readonly number[] }>) =>
  db
    .selectFrom('certification')
    .select(['affiliate_id as affiliateId', 'level_id as levelID'])
    .where((eb) => eb('affiliate_id', '=', eb.fn.any(p.affiliateIds)))
    .where('revoked_at', 'is', null)
    .orderBy('level_id'),
);
