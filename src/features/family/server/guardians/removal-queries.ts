import { statement } from '#platform/server/db/database.ts';
import { fullNameSql, shortNameSql } from '#features/account/server/public.ts';
import type { DeskRemoval } from '#features/family/shared/guardian-desk-endpoints.ts';
import { isoTimestampSql } from '#platform/server/db/iso-timestamp-sql.ts';

/**
 * Open requests on the family page; $1 is the reader. A request is hidden once either person is no longer a guardian.
 */
export const removalRequestsSql = (person: string) => `coalesce((
  select json_agg(json_build_object('id', r.id, 'guardianId', r.guardian_id, 'name', ${fullNameSql('q')},
    'requestedBy', ${fullNameSql('b')}, 'isAboutYou', r.guardian_id = $1, 'isYours', r.requested_by = $1)
    order by r.created_at, r.id)
  from guardian_removal r
    join guardian_link t on t.affiliate_id = r.affiliate_id and t.guardian_id = r.guardian_id
    join guardian_link s on s.affiliate_id = r.affiliate_id and s.guardian_id = r.requested_by
    join person q on q.affiliate_id = r.guardian_id join person b on b.affiliate_id = r.requested_by
  where r.affiliate_id = ${person}.affiliate_id and r.state = 'requested'), '[]')`;

/** Removals of the reader ($1); $2 is now, $3 today. A child who has come of age has no guardians to restore. */
export const ownRemovalsSql = `coalesce((
  select json_agg(json_build_object('id', r.id, 'childName', ${shortNameSql('k')}, 'kind', r.kind,
    'removedDate', ${isoTimestampSql('r.removed_at')}, 'reviewUntil', ${isoTimestampSql('r.review_until')},
    'review', case when r.review_requested_at is null then 'none' when r.reviewed_at is null then 'requested' else 'upheld' end)
    order by r.removed_at, r.id)
  from guardian_removal r join person k on k.affiliate_id = r.affiliate_id
  where r.guardian_id = $1 and r.state = 'removed' and k.birthdate > $3::date - interval '18 years'
    and not exists (select from guardian_link l where l.affiliate_id = r.affiliate_id and l.guardian_id = $1)
    and (r.review_until > $2::timestamptz or (r.review_requested_at is not null and r.reviewed_at is null))), '[]')`;

export interface RemovalRow {
  id: string;
  affiliateId: number;
  guardianId: number;
  requestedBy: number;
  kind: 'agreed' | 'stepped_down' | 'staff';
  state: 'requested' | 'canceled' | 'declined' | 'removed' | 'restored';
  reviewUntil: Date | null;
  reviewRequestedAt: Date | null;
  reviewedAt: Date | null;
}

const columns = `id, affiliate_id::int as "affiliateId", guardian_id::int as "guardianId",
  requested_by::int as "requestedBy", kind, state, review_until as "reviewUntil",
  review_requested_at as "reviewRequestedAt", reviewed_at as "reviewedAt"`;

export const findRemoval = statement<RemovalRow, [id: string]>(`select ${columns} from guardian_removal where id = $1`);

export const lockRemoval = statement<RemovalRow, [id: string]>(
  `select ${columns} from guardian_removal where id = $1 for update`,
);

/** A repeated request inserts nothing. */
export const insertRequest = statement<
  { id: string },
  [affiliateId: number, guardianId: number, requestedBy: number, now: Date]
>(`
  insert into guardian_removal (affiliate_id, guardian_id, requested_by, kind, state, created_at)
  values ($1, $2, $3, 'agreed', 'requested', $4)
  on conflict (affiliate_id, guardian_id) where state = 'requested' do nothing returning id`);

export const findRequest = statement<RemovalRow, [affiliateId: number, guardianId: number]>(`
  select ${columns} from guardian_removal where affiliate_id = $1 and guardian_id = $2 and state = 'requested'`);

export const closeRequest = statement<unknown, [id: string, state: 'canceled' | 'declined']>(
  'update guardian_removal set state = $2 where id = $1',
);

/** Cancels the requests about a former guardian and those that they made. */
export const closeRequestsOf = statement<unknown, [affiliateId: number, guardianId: number]>(`
  update guardian_removal set state = 'canceled'
  where affiliate_id = $1 and state = 'requested' and (guardian_id = $2 or requested_by = $2)`);

export const insertRemoval = statement<
  { id: string },
  [
    affiliateId: number,
    guardianId: number,
    requestedBy: number,
    kind: RemovalRow['kind'],
    reason: string,
    now: Date,
    reviewUntil: Date,
  ]
>(`
  insert into guardian_removal (affiliate_id, guardian_id, requested_by, kind, state, reason, created_at, removed_at, review_until)
  values ($1, $2, $3, $4, 'removed', $5, $6, $6, $7) returning id`);

export const requestReview = statement<unknown, [id: string, text: string, now: Date]>(
  'update guardian_removal set review_requested_at = $3, review_text = $2 where id = $1',
);

export const closeReview = statement<unknown, [id: string, state: 'removed' | 'restored', by: number, now: Date]>(
  'update guardian_removal set state = $2, reviewed_by = $3, reviewed_at = $4 where id = $1',
);

/** Closes a removal that an undo or a new invitation has reversed. */
export const markRestored = statement<unknown, [affiliateId: number, guardianId: number]>(`
  update guardian_removal set state = 'restored' where affiliate_id = $1 and guardian_id = $2 and state = 'removed'`);

export const listRemovals = statement<DeskRemoval, [affiliateId: number]>(`
  select r.id, r.guardian_id::int as "guardianId", ${fullNameSql('q')} as name, r.kind,
    ${isoTimestampSql('r.removed_at')} as "removedDate", r.reason, ${isoTimestampSql('r.review_requested_at')} as "reviewRequestedDate",
    r.review_text as "reviewText", r.reviewed_at is not null as "isReviewed"
  from guardian_removal r join person q on q.affiliate_id = r.guardian_id
  where r.affiliate_id = $1 and r.state = 'removed' order by r.removed_at desc, r.id`);

export const listReviews = statement<{ affiliateId: number; childName: string; name: string; date: string }, []>(`
  select r.affiliate_id::int as "affiliateId", ${fullNameSql('c')} as "childName", ${fullNameSql('q')} as name,
    ${isoTimestampSql('r.review_requested_at')} as date
  from guardian_removal r join person c on c.affiliate_id = r.affiliate_id join person q on q.affiliate_id = r.guardian_id
  where r.review_requested_at is not null and r.reviewed_at is null and r.state = 'removed'
  order by r.review_requested_at limit 200`);

/** Removals are deleted after a year; until then, staff can answer questions about them. */
export const purgeRemovals = statement<unknown, [now: Date]>(`
  delete from guardian_removal where coalesce(removed_at, created_at) < $1::timestamptz - interval '12 months'`);
