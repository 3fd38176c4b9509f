import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { typedMaxDepth } from './queries.ts';

/** The verified dives of a course, latest verification first. */
export const listTrainingDives = query((db, p: Params<{ affiliateId: number; course: string }>) =>
  db
    .selectFrom('dive_log')
    .select((eb) => [
      eb.cast<string>('id', 'text').as('id'),
      eb.ref('log_number').$notNull().as('number'),
      'dive_title as title',
      eb.ref('dive_date').$notNull().as('date'),
      eb.cast<number>('max_depth_m', 'float8').as('maxDepthM'),
      eb.ref('bottom_time_min').$notNull().as('bottomTimeMin'),
      typedMaxDepth.as('typed'),
      'skills',
      eb.ref('verified_at').$notNull().as('verifiedAt'),
      eb.fn.coalesce('verified_name', eb.val('')).as('verifiedName'),
      'memsys_member_number as memberNumber',
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .where('log_course', '=', p.course)
    .where('status', '=', 'Verified')
    .where('deleted_at', 'is', null)
    .where('log_number', 'is not', null)
    .orderBy('verified_at', 'desc')
    .orderBy('dive_log.id', 'desc'),
);

/** The numbers of the course's dives that an instructor has to verify. */
export const listPendingDiveNumbers = query((db, p: Params<{ affiliateId: number; course: string }>) =>
  db
    .selectFrom('dive_log')
    .select((eb) => eb.ref('log_number').$notNull().as('number'))
    .where('affiliate_id', '=', p.affiliateId)
    .where('log_course', '=', p.course)
    .where('status', '=', 'Pending')
    .where('deleted_at', 'is', null)
    .where('log_number', 'is not', null),
);

/** A dive in the learner record. */
export type TrainingDive = Row<typeof listTrainingDives>;
