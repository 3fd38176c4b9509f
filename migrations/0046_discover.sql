-- The day of the dive as the guest entered it. The mail to a minor's guardian names it.
alter table dsd_checkpoint add column dive_on date;

-- When the guest or a guardian removed a photo that another person had added. From then on only they add one.
alter table dsd_checkpoint add column photo_declined_at timestamptz;

-- A photo of the dive, added by the guest, a guardian, or the store or professional who took them diving.
create table dsd_photo (
  affiliate_id bigint primary key references person,
  file_key text not null unique,
  added_by bigint not null,
  added_at timestamptz not null
);
comment on table dsd_photo is 'personal: export, delete on erasure';
comment on column dsd_photo.file_key is 'sealed file: dsd-photo';
