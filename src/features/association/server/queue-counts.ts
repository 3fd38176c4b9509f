import type { Handlers } from '#platform/server/http/endpoints.ts';
import { statement } from '#platform/server/db/database.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { waitingPagesSql } from '#features/forms/server/public.ts';
import type { deskEndpoints, WaitingCounts } from '#features/association/shared/contract.ts';

/** Each count uses a partial index of the open items and must match its queue. */
const countQueues = statement<WaitingCounts, [today: string]>(`
  select
    (select count(*)::int from person_photo where status = 'pending') as photos,
    (select count(*)::int from outside_certification where status = 'pending' and file_key is not null) as "cardPhotos",
    (select count(*)::int from ${waitingPagesSql}) as pages,
    (select count(distinct order_id)::int from order_line where state = 'to_post') as orders,
    (select count(*)::int from birthdate_correction where state = 'open') + (select count(*)::int from guardian_removal
      where review_requested_at is not null and reviewed_at is null and state = 'removed') as requests`);

export const countHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET counts'> = {
  'GET counts': async ({ db, now }) => {
    const [counts] = await countQueues(db, toIsoDate(now));
    if (counts === undefined) throw new Error('queue counts returned no row');
    return counts;
  },
};
