-- Outside a transaction. A minor has one request that is not paid: open, or approved by a guardian.
drop index concurrently if exists payment_request_unpaid;
create unique index concurrently payment_request_unpaid on payment_request (affiliate_id)
  where state in ('open', 'approved');
