import type { Services } from '#platform/server/http/context.ts';

const select = async (services: Services, text: string): Promise<string[]> =>
  (await services.database.pool.query<{ problem: string }>(text)).rows.map(({ problem }) => problem);

/** Lists photos added before their owner joined, and cards of the last two years issued before the photo was approved. */
export function photosBeforeCards(services: Services): Promise<string[]> {
  return select(
    services,
    `select p.affiliate_id || ' added a photo before joining' as problem from person_photo f
       join person p using (affiliate_id) where f.uploaded_at < p.created_at
     union all
     select p.affiliate_id || ' had a card on ' || c.cert_date || ' before the photo was approved' from person_photo f
       join person p using (affiliate_id) join certification c using (affiliate_id)
       where f.status = 'approved' and f.decided_at::date > c.cert_date and c.cert_date >= p.created_at::date
         and c.cert_date > now() - interval '24 months'
     union all
     select affiliate_id || ' had a photo approved before the staff joined' from person_photo
       where decided_at < (select created_at from person s where s.affiliate_id = decided_by)`,
  );
}

/** Lists notices that contradict the photo, and decisions without an audit entry. */
export function photosUnlikeTheirNotices(services: Services): Promise<string[]> {
  return select(
    services,
    `select n.affiliate_id || ' was notified of ' || n.kind as problem from notification n
       where n.kind in ('account.photo_approved', 'account.photo_rejected') and not exists (
         select from person_photo f where f.affiliate_id = n.affiliate_id and 'account.photo_' || f.status = n.kind
           and abs(extract(epoch from f.decided_at - n.timestamp)) < 3600)
     union all
     select f.affiliate_id || ' has a decision of ' || f.decided_at || ' without an audit entry' from person_photo f
       where f.decided_at > now() - interval '199 days' and not exists (select from audit_entry e
         where e.subject = 'person:' || f.affiliate_id and e.action = 'photo.' || f.status
           and e.actor_affiliate_id = f.decided_by and e.data ->> 'photoId' = f.id::text
           and abs(extract(epoch from e.at - f.decided_at)) < 60)`,
  );
}

export function storesWithoutPhoto(services: Services): Promise<string[]> {
  return select(
    services,
    `select p.given_name as problem from person p where p.store_number is not null and not exists (
       select from person_photo f where f.affiliate_id = p.affiliate_id and f.status = 'approved')`,
  );
}
