import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import type { EnrollmentKey } from '#features/learning/server/progress/queries.ts';

/** A preparation that takes longer counts as failed. */
export const preparationTimeoutS = 240;

const timeoutStart = sql<Date>`now() - make_interval(secs => ${sql.lit(preparationTimeoutS)})`;

/**
 * Returns no row if a preparation is already running. `started_at` is truncated to milliseconds, because the browser
 * and the job compare it at that precision.
 */
export const startPreparation = query((db, p: Params<EnrollmentKey>) =>
  db
    .insertInto('elearning_preparation')
    .values({
      affiliate_id: p.affiliateId,
      package_id: p.packageId,
      state: 'preparing',
      started_at: sql`date_trunc('milliseconds', now())`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['affiliate_id', 'package_id'])
        .doUpdateSet((eb) => ({
          state: 'preparing',
          percent: 0,
          started_at: eb.ref('excluded.started_at'),
          ended_at: null,
        }))
        .where((eb) =>
          eb.or([
            eb('elearning_preparation.state', '<>', 'preparing'),
            eb('elearning_preparation.started_at', '<', timeoutStart),
          ]),
        ),
    )
    .returning('started_at as startedAt'),
);

export const findPreparation = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom(
      db
        .selectNoFrom([
          sql<number>`${p.affiliateId}::bigint`.as('affiliate_id'),
          sql<string>`${p.packageId}::text`.as('package_id'),
        ])
        .as('key'),
    )
    .leftJoin('elearning_preparation as p', (join) =>
      join.onRef('p.affiliate_id', '=', 'key.affiliate_id').onRef('p.package_id', '=', 'key.package_id'),
    )
    .leftJoin('enrollment as e', (join) =>
      join.onRef('e.affiliate_id', '=', 'key.affiliate_id').onRef('e.package_id', '=', 'key.package_id'),
    )
    .select((eb) => [
      eb
        .case()
        .when(eb.and([eb('p.state', '=', 'preparing'), eb('p.started_at', '<', timeoutStart)]))
        .then(sql.lit('failed' as const))
        .else(eb.ref('p.state'))
        .end()
        .as('state'),
      eb.fn.coalesce('p.percent', sql.lit(0)).as('percent'),
      'p.started_at as startedAt',
      eb('e.affiliate_id', 'is not', null).as('isEntitled'),
    ]),
);

interface RunningPreparation extends EnrollmentKey {
  startedAt: string;
}

/** The percentage never decreases. `started_at` must match, so a timed-out job cannot change a newer preparation. */
export const updatePreparationPercent = query((db, p: Params<RunningPreparation & { percent: number }>) =>
  db
    .updateTable('elearning_preparation')
    .set((eb) => ({ percent: eb.fn('greatest', ['percent', p.percent]) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .where('started_at', '=', sql<Date>`${p.startedAt}::timestamptz`)
    .where('state', '=', 'preparing')
    .returning('percent'),
);

export const finishPreparation = query((db, p: Params<RunningPreparation & { state: 'ready' | 'failed' }>) =>
  db
    .updateTable('elearning_preparation')
    .set({
      state: p.state,
      ended_at: sql`now()`,
      percent: sql`case when ${p.state} = 'ready' then 100 else percent end`,
    })
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .where('started_at', '=', sql<Date>`${p.startedAt}::timestamptz`)
    .where('state', '=', 'preparing')
    .returning('state'),
);
