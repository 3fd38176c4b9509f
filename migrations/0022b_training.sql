-- Why an instructor verified a dive that deviates from the standard, and from what. Null and empty without deviation.
alter table dive_log add column verified_reason text check (length(verified_reason) between 1 and 1000),
  add column verified_deviations jsonb not null default '[]';

-- Training that a student did with another instructor: entered with day, place and that instructor's number, and counted
-- once the instructor who certifies has confirmed it.
create table outside_training (
  affiliate_id bigint not null references person,
  package_id text not null,
  -- What of the course it stands for: lessons, exam, skills, flexible, or dive_<number>.
  part text not null check (part ~ '^(lessons|exam|skills|flexible|dive_[0-9]{1,2})$'),
  trained_on date not null check (trained_on >= '1950-01-01'),
  place text not null check (length(place) between 1 and 120),
  instructor_number text not null check (length(instructor_number) between 1 and 40),
  entered_by bigint not null references person,
  entered_at timestamptz not null default now(),
  confirmed_by bigint references person,
  confirmed_at timestamptz,
  primary key (affiliate_id, package_id, part),
  check ((confirmed_by is null) = (confirmed_at is null))
);
comment on table outside_training is 'personal: export, delete on erasure';
