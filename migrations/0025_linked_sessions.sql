-- A session made from another session's token ends with it.
alter table session add column parent_id uuid;
alter table session add foreign key (affiliate_id, parent_id) references session (affiliate_id, id) on delete cascade;
create index session_parent on session (affiliate_id, parent_id) where parent_id is not null;

-- Which session of the account service this one came from. Signing out ends both, and whatever else came from it.
alter table session add column issuer_session_id text;
create index session_issuer_session on session (issuer_session_id) where ended_at is null;

-- Sign-out addresses no longer carry an ID token. The column stays, unused, while processes of the previous version run.
update session set id_token = null where id_token is not null;

-- A session of the account service that has ended keeps its row until it would have expired: a request of another tab
-- that is still running must not store it again.
alter table oidc_payload add column ended_at timestamptz;
