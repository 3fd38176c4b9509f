-- Publishes an event when the transaction commits. Statements and the server call this function only, so that events can be
-- delivered differently without changing their callers. PostgreSQL limits a notification to less than 8,000 bytes.
create function publish_event(event_channel text, event_payload json) returns void language plpgsql as $$
declare
  message text := json_build_object('channel', event_channel, 'payload', event_payload)::text;
  payload_id uuid;
begin
  if octet_length(message) > 7900 then
    delete from pubsub_payload where created_at < now() - interval '10 minutes';
    insert into pubsub_payload (payload) values (event_payload::text) returning id into payload_id;
    message := json_build_object('channel', event_channel, 'payloadId', payload_id)::text;
  end if;
  perform pg_notify('halocline', message);
end $$;
