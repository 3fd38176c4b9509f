import { statement } from '#platform/server/db/database.ts';
import type { GatewayName } from '#features/payments/shared/contract.ts';

export interface Refund {
  refundId: string;
  paymentId: string;
  amountMinor: number;
  state: 'open' | 'done' | 'refused';
  createdAt: Date;
}

const columns = `refund_id as "refundId", payment_id as "paymentId", amount_minor as "amountMinor", state,
  created_at as "createdAt"`;

export const insertRefund = statement<
  unknown,
  [affiliateId: number, paymentId: string, refundId: string, amountMinor: number]
>(`
  with reserved as (update payment set refunded_minor = refunded_minor + $4 where payment_id = $2)
  insert into payment_refund (affiliate_id, payment_id, refund_id, amount_minor) values ($1, $2, $3, $4)`);

export const findRefund = statement<Refund, [refundId: string]>(
  `select ${columns} from payment_refund where refund_id = $1`,
);
export const lockRefund = statement<Refund, [refundId: string]>(
  `select ${columns} from payment_refund where refund_id = $1 for update`,
);
/** Limited to the configured gateway; refunds of another one would fill up the batch. */
export const listOpenRefunds = statement<{ refundId: string }, [gateway: GatewayName, before: Date]>(`
  select r.refund_id as "refundId" from payment_refund r join payment p using (affiliate_id, payment_id)
  where r.state = 'open' and r.created_at <= $2 and p.gateway = $1 order by r.created_at limit 500`);

export const markRefundDone = statement<unknown, [refundId: string, now: Date]>(
  `update payment_refund set state = 'done', settled_at = $2 where refund_id = $1`,
);
/** A rejected refund can be retried as a new refund. */
export const markRefundRejected = statement<unknown, [refundId: string, now: Date]>(`
  with refused as (
    update payment_refund set failed_at = case state when 'done' then $2::timestamptz end, state = 'refused',
      settled_at = $2
    where refund_id = $1 returning payment_id, amount_minor
  )
  update payment set refunded_minor = refunded_minor - refused.amount_minor
  from refused where payment.payment_id = refused.payment_id`);

/** The number of attempts to return a late payment, and whether one is pending or done. */
export const countRefundAttempts = statement<{ tries: number; isUnderWay: boolean }, [paymentId: string]>(`
  select count(*)::int as tries, coalesce(bool_or(state <> 'refused'), false) as "isUnderWay"
  from payment_refund where payment_id = $1`);

/**
 * Late payments that were not returned and whose last attempt failed at least a day ago. Attempts stop after 14 days.
 */
export const listUnreturnedPayments = statement<{ paymentId: string }, [gateway: GatewayName, now: Date]>(`
  select p.payment_id as "paymentId" from payment p
  where p.state = 'returned' and p.refunded_minor < p.amount_minor and p.gateway = $1
    and p.settled_at > $2::timestamptz - interval '14 days'
    and not exists (select from payment_refund r where r.affiliate_id = p.affiliate_id and r.payment_id = p.payment_id
      and (r.state = 'open' or r.settled_at > $2::timestamptz - interval '1 day'))
  order by p.settled_at limit 500`);
