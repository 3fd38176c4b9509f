import type { Law } from './laws.ts';

/** A law as a query that returns a text for each contradiction. */
const bySql =
  (text: string): Law =>
  async ({ database }) =>
    (await database.pool.query<{ problem: string }>(text)).rows.map(({ problem }) => problem);

/** Security notices agree with the Activity page and the audit trail. */
export const noSecurityNoticeWithoutItsEvent = bySql(
  `select n.affiliate_id || ' was notified of ' || n.kind as problem from notification n
   where n.kind ~ '^account\\.(child_)?(password|passkey|factor)_' and not exists (
     select from security_log s where s.kind = regexp_replace(n.kind, '^account\\.(child_)?([a-z]+)_', '\\2.')
       and s.affiliate_id = coalesce(substring(n.url from 'for=([0-9]+)')::bigint, n.affiliate_id)
       and s.occurred_at between n.timestamp - interval '1 hour' and n.timestamp + interval '1 minute')
   union all
   select n.affiliate_id || ' was notified of ' || n.kind from notification n where n.kind like 'account.%'
     and n.kind !~ '^account\\.((child_)?(password_changed|passkey_removed)|passkey_added|photo_approved|photo_rejected)$'
   union all
   select s.affiliate_id || ': ' || s.kind || ' is not in the audit trail' from security_log s
   where s.kind ~ '^(password|passkey)\\.' and not exists (select from audit_entry e
     where e.subject = 'person:' || s.affiliate_id and e.action = 'account.' || replace(s.kind, '.', '_')
       and e.at between s.occurred_at - interval '1 minute' and s.occurred_at + interval '1 minute')
   union all
   select s.affiliate_id || ': ' || s.kind || ' without a sign-in' from security_log s
   where s.kind ~ '^(password|passkey)\\.' and not exists (select from security_log i
     where i.kind = 'sign_in.succeeded' and i.session_id = s.session_id and i.occurred_at < s.occurred_at)`,
);

/** Mails are copies of notices. */
export const noMailWithoutItsNotice = bySql(
  `select m.affiliate_id || ' got ' || m.subject as problem from mail_outbox m where m.state = 'kept' and not exists (
     select from notification n where n.affiliate_id = m.affiliate_id
       and abs(extract(epoch from n.timestamp - m.created_at)) < 1)`,
);

export const noCertificationNoticeWithoutItsCard = bySql(
  `select n.affiliate_id || ' was notified of ' || n.kind as problem from notification n
   where n.kind in ('certifications.certified', 'certifications.card_issued') and not exists (
     select from certification c where c.affiliate_id = n.affiliate_id
       and c.level_id = substring(n.url from '([0-9]+)$')::int and c.cert_date = n.timestamp::date)`,
);

/** Guests have a dive date, and processed guests the professional who took them diving. */
export const noGuestWithoutTheirDive = bySql(
  `select affiliate_id || ' has no dive date' as problem from dsd_checkpoint where dive_on is null
   union all
   select c.affiliate_id || ' was processed by an unknown professional' from dsd_checkpoint c where lower(c.status) = 'processed'
     and not exists (select from audit_entry e where e.action = 'dsd.process' and e.subject = 'person:' || c.affiliate_id
       and e.actor_affiliate_id = c.processed_by and (e.data ->> 'documentId')::uuid = c.document_id)
   union all
   select affiliate_id || ' was processed before the dive' from dsd_checkpoint
     where lower(status) = 'processed' and updated_at::date < dive_on`,
);

export const noCompletedApplicationWithoutItsFee = bySql(
  `select 'application ' || a.id as problem from application a
   where a.state = 'Completed' and a.fee_minor is not null and not exists (
     select from payment p join shop_order o using (affiliate_id, payment_id)
     where p.affiliate_id = a.affiliate_id and p.payment_id = a.payment_id and p.state = 'paid' and o.state = 'paid'
       and p.reference ->> 'applicationId' = a.id::text
       and abs(extract(epoch from o.paid_at - a.state_at)) < 1)`,
);

/** A renewed year was paid with the stored card on the day the former one ended. */
export const noRenewalWithoutItsCharge = bySql(
  `select y.affiliate_id || ' from ' || y.starts_on as problem from membership_period y
   where y.kind in ('regular', 'partner') and not exists (
     select from membership_period f join renewal_try t on t.affiliate_id = f.affiliate_id and t.due_on = f.ends_on
       join payment p on p.affiliate_id = t.affiliate_id and p.payment_id = t.payment_id and p.state = 'paid'
     where f.affiliate_id = y.affiliate_id and f.ends_on = y.starts_on and f.kind <> 'trial'
       and t.outcome = 'paid' and t.payment_id = y.payment_id)
   union all
   select 'no membership was ever renewed' where not exists (select from renewal_try where outcome = 'paid')`,
);

/** The desk's requests have what the clerk needs to decide. */
export const noDeskRequestWithoutItsCause: Law = async (services) => {
  const problems = await bySql(
    `select r.affiliate_id || ' has a review of a person who is no former guardian' as problem from guardian_removal r
     where r.review_requested_at is not null and not exists (select from former_guardian f
       where (f.affiliate_id, f.guardian_id) = (r.affiliate_id, r.guardian_id) and f.ended_at = r.removed_at)
     union all
     select c.affiliate_id || ' corrects another birthdate' from birthdate_correction c join person p using (affiliate_id)
     where c.state = 'open' and c.former is distinct from p.birthdate
     union all
     select l.affiliate_id || ' ordered a card that they don''t hold' from order_line l
     where l.state = 'to_post' and l.kind = 'card' and not exists (select from certification c
       where c.affiliate_id = l.affiliate_id and c.license_id = l.license_id)
     union all
     select l.affiliate_id || ' has no address' from order_line l join shop_order o using (affiliate_id, order_id)
     where l.state = 'to_post' and (o.state <> 'paid' or o.sealed_address is null)`,
  )(services, new Date());
  const { rows } = await services.database.pool.query<{ key: string }>(
    "select file_key as key from birthdate_correction where state = 'open'",
  );
  for (const { key } of rows) if ((await services.files.read(key)) === null) problems.push(`${key} is missing`);
  return problems;
};
