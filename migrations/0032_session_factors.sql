-- Whether a session was opened with two factors. Staff need it.
alter table session add column has_second_factor boolean not null default false;

-- The passkeys and authenticator apps that opened a session or were set up in it: the first proof of an address keeps
-- those of the session that gave it.
alter table session add column credential_ids text[] not null default '{}';
comment on column session.credential_ids is 'secret';
alter table second_factor add column id uuid not null default gen_random_uuid();

-- Staff who keep working at the desk keep their confirmation until then.
alter table session add column confirmed_until timestamptz;
