import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import type { OfferKind } from '#features/club/shared/contract.ts';
import type { requestStates } from '#features/shop/shared/payment-request-contract.ts';

export type RequestLine =
  | { productId: number; quantity: number; isGift: boolean; licenseID: number | null; name: string }
  | { clubKind: OfferKind; name: string };

export interface RequestRow {
  affiliateId: number;
  requestId: string;
  key: string;
  state: (typeof requestStates)[number];
  lines: RequestLine[];
  codes: string[];
  currency: string;
  totalMinor: number;
  createdAt: Date;
  expiresAt: Date;
  decidedBy: number | null;
  decidedAt: Date | null;
  orderId: string | null;
  child: string;
  birthdate: string | null;
  decidedByName: string | null;
  guardianIds: number[];
}

const columns = `r.affiliate_id as "affiliateId", r.request_id as "requestId", r.key, r.state, r.lines, r.codes, r.currency,
  r.total_minor as "totalMinor", r.created_at as "createdAt", r.expires_at as "expiresAt", r.decided_by as "decidedBy",
  r.decided_at as "decidedAt", r.order_id as "orderId", ${fullNameSql('c')} as child, c.birthdate,
  (select ${fullNameSql('d')} from person d where d.affiliate_id = r.decided_by) as "decidedByName",
  array(select g.guardian_id::int from guardian_link g where g.affiliate_id = r.affiliate_id) as "guardianIds"`;
const fromRequest = 'from payment_request r join person c using (affiliate_id)';

export const findRequest = statement<RequestRow, [requestId: string]>(`
  select ${columns} ${fromRequest} where r.request_id = $1`);
export const findRequestByKey = statement<RequestRow, [affiliateId: number, key: string]>(`
  select ${columns} ${fromRequest} where r.affiliate_id = $1 and r.key = $2`);
export const lockRequest = statement<unknown, [requestId: string]>(
  'select state from payment_request where request_id = $1 for update',
);
/** The person's own requests and those of their children. */
export const listRequests = statement<RequestRow, [affiliateId: number]>(`
  select ${columns} ${fromRequest}
  where r.affiliate_id = $1
    or r.affiliate_id in (select g.affiliate_id from guardian_link g where g.guardian_id = $1)
  order by r.created_at desc limit 50`);

export const listGuardians = statement<{ affiliateId: number; name: string; language: string }, [affiliateId: number]>(`
  select p.affiliate_id as "affiliateId", ${fullNameSql('p')} as name, p.language
  from guardian_link g join person p on p.affiliate_id = g.guardian_id
  where g.affiliate_id = $1 order by p.affiliate_id`);

/** Locks the person's row, so concurrent requests replace each other. */
export const lockChild = statement<unknown, [affiliateId: number]>(
  'select affiliate_id from person where affiliate_id = $1 for update',
);
export const replaceOpenRequests = statement<unknown, [affiliateId: number, now: Date]>(`
  update payment_request set state = 'withdrawn', decided_at = $2 where affiliate_id = $1 and state = 'open'`);
export const insertRequest = statement<
  unknown,
  [
    affiliateId: number,
    requestId: string,
    key: string,
    lines: string,
    codes: readonly string[],
    currency: string,
    totalMinor: number,
    now: Date,
    expiresAt: Date,
  ]
>(`
  insert into payment_request (affiliate_id, request_id, key, lines, codes, currency, total_minor, created_at, expires_at)
  values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9)`);

export const decideRequest = statement<
  unknown,
  [requestId: string, state: RequestRow['state'], by: number | null, orderId: string | null, now: Date]
>(`
  update payment_request set state = $2, decided_by = $3, order_id = $4, decided_at = $5 where request_id = $1`);

/** Reopens the request after its order was cancelled, so guardians can decide again. */
export const reopenRequest = statement<unknown, [orderId: string]>(`
  update payment_request set state = 'open', decided_by = null, decided_at = null, order_id = null
  where order_id = $1 and state = 'approved'`);

/** Locks the request if this payment is the one its approval opened; returns no row otherwise. */
export const lockApprovedRequest = statement<unknown, [requestId: string, paymentId: string]>(`
  select from payment_request where request_id = $1 and order_id = $2 and state = 'approved' for update`);
export const findApprovedRequest = statement<unknown, [requestId: string, paymentId: string]>(`
  select from payment_request where request_id = $1 and order_id = $2 and state in ('approved', 'paid')`);

export const markRequestPaid = statement<{ requestId: string }, [orderId: string, now: Date]>(`
  update payment_request set state = 'paid', decided_at = $2 where order_id = $1 and state = 'approved'
  returning request_id as "requestId"`);

/** Removes the purchased lines from the minor's basket. */
export const removePurchasedLines = statement<unknown, [childId: number, buyerId: number, orderId: string]>(`
  delete from basket_line b using order_line l
  where b.affiliate_id = $1 and l.affiliate_id = $2 and l.order_id = $3 and b.product_id = l.product_id
    and b.is_gift = l.is_gift and b.license_id is not distinct from l.license_id`);
