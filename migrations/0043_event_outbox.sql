-- Events wait here from the commit of their transaction until a process announces them. NOTIFY inside the transaction of a change
-- made PostgreSQL commit such transactions one at a time. Unlogged, because a crash also ends the connections that listen, and their
-- owners read everything again.
create unlogged table event_outbox (
  id bigint not null generated always as identity,
  message text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, vacuum_truncate = off);
comment on table event_outbox is 'not personal';

create or replace function publish_event(event_channel text, event_payload json) returns void language plpgsql as $$
declare
  message text := json_build_object('channel', event_channel, 'payload', event_payload)::text;
  payload_id uuid;
begin
  -- PostgreSQL limits a notification to less than 8,000 bytes.
  if octet_length(message) > 7900 then
    delete from pubsub_payload where created_at < now() - interval '10 minutes';
    insert into pubsub_payload (payload) values (event_payload::text) returning id into payload_id;
    message := json_build_object('channel', event_channel, 'payloadId', payload_id)::text;
  end if;
  insert into event_outbox (message) values (message);
end $$;

-- Sends all committed events. The lock keeps their order, because processes would otherwise commit parts of it in any order. The id
-- makes every message different: PostgreSQL sends equal ones of a transaction only once.
create function announce_events() returns void language plpgsql as $$
declare
  event record;
begin
  if not exists (select from event_outbox) then return; end if;
  perform pg_advisory_xact_lock(hashtext('announce_events'));
  for event in
    with announced as (delete from event_outbox returning id, message) select id, message from announced order by id
  loop
    perform pg_notify('halocline', '{"id":' || event.id || ',' || substr(event.message, 2));
  end loop;
end $$;

-- All names are filled (0042b).
drop procedure fill_search_names();
