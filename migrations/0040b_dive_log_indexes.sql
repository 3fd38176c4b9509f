-- Outside a transaction.
alter table dive_log validate constraint dive_log_outline;
alter table dive_log validate constraint dive_log_required;
drop index concurrently if exists dive_log_by_day;
create index concurrently dive_log_by_day on dive_log (affiliate_id, dive_date desc, id desc)
  include (log_type, status, version, log_course, log_number, adventure_dive, dive_title, dive_location,
    max_depth_m, bottom_time_min, bottom_water_temp_c, typed, outline) where deleted_at is null;
-- Numbers, counts and sums read this index alone, which has a quarter of the size.
drop index concurrently if exists dive_log_counts;
create index concurrently dive_log_counts on dive_log (affiliate_id, dive_date, id)
  include (log_type, status, bottom_time_min) where deleted_at is null;
