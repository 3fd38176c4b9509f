-- Only a create that may be sent twice has a key. Processes of the former version name `unique (affiliate_id, key)` in `on conflict`, so
-- the constraint stays (decision 060).
alter table dive_log
  alter column key drop not null,
  alter column key drop default,
  -- Lists draw the outline of a recording without reading it: a letter for each of 60 intervals.
  add column outline text,
  add constraint dive_log_outline check (length(outline) = 60) not valid,
  -- A dive from a file may lack what the file lacked.
  add column is_imported boolean not null default false,
  drop constraint dive_log_check2,
  add constraint dive_log_required check (status = 'Draft' or (dive_title <> '' and dive_date is not null
    and (is_imported and log_type = 'Recreational' or (dive_location <> '' and dive_type is not null
      and max_depth_m is not null and bottom_time_min is not null)))) not valid;
