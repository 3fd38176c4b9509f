-- A physician's approval counts once the professional or store named on the form, or staff, has confirmed it.

-- The first moment from which the form said that its diver is cleared to dive. A later "not approved" leaves it: the
-- status and medical_changed_at say until when it held.
alter table form_record add column cleared_at timestamptz;
update form_record set cleared_at = case medical_status when 'clear' then signed_at else medical_changed_at end
where medical_status in ('clear', 'approved');

-- False for every decision made before this rule: what is effective stays effective.
alter table form_evaluation add column needs_confirmation boolean not null default false
  check (not needs_confirmation or (way = 'link' and decision = 'approved'));

-- Who confirmed a physician's approval, or declined it and why.
create table form_confirmation (
  affiliate_id bigint not null,
  record_id uuid not null,
  id uuid not null unique,
  evaluation_id uuid not null unique references form_evaluation (id),
  outcome text not null check (outcome in ('confirmed', 'declined')),
  decided_by bigint not null,
  -- Encrypted like the record it is about; null once the record is removed.
  sealed_key text,
  sealed_content text,
  decided_at timestamptz not null,
  primary key (affiliate_id, record_id, id),
  foreign key (affiliate_id, record_id) references form_record
);
comment on table form_confirmation is
  'personal: export, keep on erasure (what was signed may have to be shown; it is removed when its time has come)';
comment on column form_confirmation.sealed_key is 'secret';
comment on column form_confirmation.sealed_content is 'sealed by sealed_key';

alter table form_entry drop constraint form_entry_kind_check;
alter table form_entry add constraint form_entry_kind_check
  check (kind in ('signed', 'document', 'evaluation', 'confirmation', 'page', 'removed'));

-- To whom the link to a physician's page was mailed, and when. The link itself is stored nowhere in the clear.
create table form_physician_link (
  affiliate_id bigint not null,
  record_id uuid not null,
  -- form_record.physician_link at the time: only the newest works.
  version integer not null,
  sent_to text not null,
  sent_by bigint not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (affiliate_id, record_id, version),
  foreign key (affiliate_id, record_id) references form_record
);
comment on table form_physician_link is 'personal: export, delete on erasure';

alter table form_reading drop constraint form_reading_what_check;
alter table form_reading add constraint form_reading_what_check
  check (what in ('answers', 'document', 'page', 'evaluation'));

-- Links that were shown to the diver stop working; those that were mailed go on until they expire.
update link_token set used_at = now()
where purpose = 'physician' and used_at is null and data ->> 'isMailed' is distinct from 'true';
