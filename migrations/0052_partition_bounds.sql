-- Six tables become range partitions (decision 060). Their rows of today stay where they are and become the first partition of each, up to
-- a bound that leaves room for all rows of the coming weeks. 0054 checks that every row is below it, without blocking writes, so 0055
-- needs no check while it holds its locks.

-- The time in a UUID of version 7. Two mails with one id have one time, so they can't be in two partitions.
create function uuid_time(id uuid) returns timestamptz language sql immutable parallel safe
return timestamptz '1970-01-01 00:00:00+00'
  + ('x' || lpad(translate(left(id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint * interval '1 millisecond';

lock table session, notification, learning_step, mail_outbox, security_event, audit_entry in access exclusive mode;

alter table mail_outbox add constraint mail_outbox_id_time
  check (substr(id::text, 15, 1) <> '7' or created_at = uuid_time(id)) not valid;

do $$
declare
  people bigint := (select greatest(last_value, (select max(affiliate_id) from person)) from affiliate_id_seq);
  entries bigint := (select last_value from audit_entry_seq);
  mails timestamp := (select greatest(now(), max(created_at)) from mail_outbox) at time zone 'UTC';
  events timestamp := (select greatest(now(), max(occurred_at)) from security_event) at time zone 'UTC';
  part record;
begin
  for part in
    values ('session', 'affiliate_id', ((people / 1000000 + 2) * 1000000)::text),
      ('notification', 'affiliate_id', ((people / 1000000 + 2) * 1000000)::text),
      ('learning_step', 'affiliate_id', ((people / 1000000 + 2) * 1000000)::text),
      ('audit_entry', 'seq', ((entries / 25000000 + 2) * 25000000)::text),
      ('mail_outbox', 'created_at', date_trunc('week', mails) + interval '9 weeks' || '+00'),
      ('security_event', 'occurred_at', date_trunc('month', events) + interval '3 months' || '+00')
  loop
    execute format('alter table %I add constraint partition_bound check (%I < %L) not valid',
      part.column1, part.column2, part.column3);
    execute format('comment on constraint partition_bound on %I is %L', part.column1, part.column3);
  end loop;
end $$;
