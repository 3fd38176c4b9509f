import { sql, type QueryCreator } from 'kysely';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { selectWaitingPages } from '#features/forms/server/public.ts';
import type { deskEndpoints } from '#features/association/shared/contract.ts';

const countAll = sql<number>`count(*)::int`.as('count');

/** Each count uses a partial index of the open items and must match its queue. */
const countQueues = query((db, p: Params<{ today: string }>) => {
  const photos = db.selectFrom('person_photo').select(countAll).where('status', '=', 'pending');
  const cardPhotos = db
    .selectFrom('outside_certification')
    .select(countAll)
    .where('status', '=', 'pending')
    .where('file_key', 'is not', null);
  const orders = db
    .selectFrom('order_line')
    .select(sql<number>`count(distinct order_id)::int`.as('count'))
    .where('state', '=', 'to_post');
  return db.selectNoFrom([
    photos.$asScalar().$notNull().as('photos'),
    cardPhotos.$asScalar().$notNull().as('cardPhotos'),
    selectWaitingPages(db, p.today).select(countAll).$asScalar().$notNull().as('pages'),
    orders.$asScalar().$notNull().as('orders'),
    countRequests(db).as('requests'),
  ]);
});

function countRequests(db: QueryCreator<Tables>) {
  const corrections = db.selectFrom('birthdate_correction').select(countAll).where('state', '=', 'open');
  const removals = db
    .selectFrom('guardian_removal')
    .select(countAll)
    .where('review_requested_at', 'is not', null)
    .where('reviewed_at', 'is', null)
    .where('state', '=', 'removed');
  return sql<number>`${corrections} + ${removals}`;
}

export const countHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET counts'> = {
  'GET counts': async ({ db, now, services }) => {
    const counts = await services.database.readFromReplica(db, (reader) =>
      countQueues.first(reader, { today: toIsoDate(now) }),
    );
    if (counts === undefined) throw new Error('queue counts returned no row');
    return counts;
  },
};
