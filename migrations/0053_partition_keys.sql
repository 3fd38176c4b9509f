-- Outside a transaction. A unique index of a partitioned table contains the column that selects the partition.
drop index concurrently if exists mail_outbox_key;
create unique index concurrently mail_outbox_key on mail_outbox (id, created_at);
drop index concurrently if exists security_event_key;
create unique index concurrently security_event_key on security_event (id, occurred_at);
drop index concurrently if exists security_event_counter;
create unique index concurrently security_event_counter on security_event (counter_key, occurred_at) where counter_key is not null;
-- Of the sessions that are deleted.
drop index concurrently if exists session_over;
create index concurrently session_over on session (least(ended_at, expires_at));
