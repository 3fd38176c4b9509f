-- What people want to receive from the association, and in which language.

create table preference (
  affiliate_id bigint primary key references person,
  id uuid not null unique default gen_random_uuid(),
  communications boolean not null default false,
  third_party boolean not null default false,
  communication_language text not null default 'en-US',
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on table preference is 'personal: export, delete on erasure';

-- What the mailing uses: it follows the preference by a job, within 24 hours.
create table recipient (
  affiliate_id bigint primary key references person,
  communications boolean not null,
  third_party boolean not null,
  communication_language text not null,
  effective_at timestamptz not null
);
comment on table recipient is 'personal: export, delete on erasure';

-- Each single choice, forever: who, when, by which text, how. Never changed, only marked as having taken effect.
create table consent_record (
  affiliate_id bigint not null,
  seq bigint generated always as identity,
  at timestamptz not null default now(),
  -- Null when it came by a link, without anyone signed in.
  actor_affiliate_id bigint,
  subject text not null check (subject in ('communications', 'thirdParty', 'communicationLanguage')),
  value text not null,
  former_value text,
  -- Which text was read, in which language.
  text_version text not null,
  text_locale text not null,
  how text not null check (how in ('preference-center', 'unsubscribe-page', 'one-click', 'recipient-api', 'sign-up')),
  mailing_job text,
  effective_at timestamptz,
  primary key (affiliate_id, seq)
);
create index consent_record_waiting on consent_record (affiliate_id, seq) where effective_at is null;
comment on table consent_record is 'personal: export, keep on erasure (proof of what was agreed to; it names people by number only)';
