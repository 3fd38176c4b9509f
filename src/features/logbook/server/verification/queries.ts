import { expressionBuilder, type QueryCreator, type RawBuilder } from 'kysely';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { teachingStore } from '#features/logbook/server/queries.ts';
import type { LogTables } from '#features/logbook/server/visible-log-queries.ts';

const log = expressionBuilder<LogTables, 'l'>();
/** A class is the same dive of the same course on the same day. */
const classColumns = ['l.dive_date', 'l.log_course', 'l.log_number', 'l.adventure_dive'] as const;

const selectPendingLogs = (db: QueryCreator<Tables>, instructor: RawBuilder<number>) =>
  db
    .selectFrom('active_instructor as me')
    .innerJoin('dive_log as l', (join) =>
      join
        .onRef('l.memsys_member_number', '=', 'me.member_number')
        .on('l.status', '=', 'Pending')
        .on('l.deleted_at', 'is', null),
    )
    .where('me.affiliate_id', '=', instructor);

/**
 * Whole classes, the longest waiting first, so that a page never mixes them. `class_size` counts the whole class, even
 * if the page ends before. The table requires date, depth, time and submission of a pending log.
 */
export const listLogsToVerify = query((db, p: Params<{ affiliateId: number; limit: number; offset: number }>) =>
  db
    .with('page', (db) =>
      db
        .selectFrom(
          selectPendingLogs(db, p.affiliateId)
            .select(['l.id', 'l.submitted_at', ...classColumns])
            .select((eb) => [
              eb.fn
                .min('l.submitted_at')
                .over((over) => over.partitionBy([...classColumns]))
                .as('waiting_since'),
              eb
                .cast<number>(
                  eb.fn.countAll().over((over) => over.partitionBy([...classColumns])),
                  'int4',
                )
                .as('class_size'),
            ])
            .as('l'),
        )
        .select((eb) => [
          'l.id',
          'l.class_size',
          eb.fn
            .agg<number>('row_number')
            .over((over) =>
              over
                .orderBy('l.waiting_since')
                .orderBy('l.dive_date')
                .orderBy('l.log_course')
                .orderBy('l.log_number')
                .orderBy('l.adventure_dive')
                .orderBy('l.submitted_at')
                .orderBy('l.id'),
            )
            .as('place'),
        ])
        .orderBy('place')
        .limit(p.limit)
        .offset(p.offset),
    )
    .selectFrom('page')
    .innerJoin('dive_log as l', 'l.id', 'page.id')
    .innerJoin('person as d', 'd.affiliate_id', 'l.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'l.affiliate_id')
    .select((eb) => [
      eb.cast<string>('l.id', 'text').as('id'),
      'l.version',
      'n.full_name as diver_name',
      'l.dive_title',
      eb.ref('l.dive_date').$notNull().as('dive_date'),
      'l.dive_location',
      'l.log_course',
      'l.log_number',
      'l.adventure_dive',
      eb.cast<number>('l.max_depth_m', 'float8').as('max_depth'),
      eb.ref('l.bottom_time_min').$notNull().as('bottom_time'),
      'l.typed',
      'l.affiliate_id',
      'l.memsys_member_number',
      'l.skills as dive_skills',
      'l.conditions',
      'd.birthdate as diver_birthdate',
      teachingStore(log).as('store_number'),
      isoTimestamp('l.submitted_at').as('submitted_at'),
      'page.class_size',
    ])
    .orderBy('page.place'),
);

export const countLogsToVerify = query((db, p: Params<{ affiliateId: number }>) =>
  selectPendingLogs(db, p.affiliateId).select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('count')),
);
