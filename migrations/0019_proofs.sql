-- Whether a person's address is proven. The account service's own copy is account.email_verified_at; an outside issuer
-- says so with every sign-in.
alter table person add column email_verified_at timestamptz;
update person set email_verified_at = a.email_verified_at
from account a where a.sub::text = person.sub and lower(a.email) = lower(person.email);

-- When the person last proved who they are in this session: by password, passkey or second factor.
alter table session add column confirmed_at timestamptz;

-- Sign-ins, failures, refused calls and changes of factors. Kept for 12 months.
create table security_event (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  kind text not null,
  -- Null where nobody was signed in and the address belongs to no account.
  affiliate_id bigint references person,
  -- Of an address that belongs to no account: a keyed hash, so that repeated tries can be seen and the address cannot.
  address_hash text,
  ip text not null default '',
  user_agent text not null default '',
  session_id uuid,
  data jsonb not null default '{}',
  -- Refused calls are counted per person, call and hour instead of stored one by one.
  count integer not null default 1 check (count > 0),
  correlation_id text not null default ''
);
comment on table security_event is 'personal: export, delete on erasure';
create index security_event_person on security_event (affiliate_id, id desc) where affiliate_id is not null;
create index security_event_occurred_at on security_event (occurred_at);
