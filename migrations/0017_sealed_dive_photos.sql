-- Photos of dives show people, and children among them: they are sealed like every other picture of a person. Those that
-- were stored before stay as they are, and a server of the version before, which does not seal, says so by the default.
--
-- Comments on columns:
--   sealed file: <purpose> if <column>  the key of a stored file that is encrypted where the column is true
alter table dive_photo add column is_sealed boolean not null default false;
comment on column dive_photo.file_key is 'sealed file: dive-photo if is_sealed';
comment on column dive_photo.thumb_key is 'sealed file: dive-photo if is_sealed';
