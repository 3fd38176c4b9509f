-- The peers' data set in the product's own schema (a dive is one row): person 500000 + affiliate, dive 10000000 + n. About 2 minutes.
set synchronous_commit = off;
create extension if not exists postgres_fdw;
create server if not exists peers foreign data wrapper postgres_fdw options (host '127.0.0.1', port '5544', dbname 'peerbench', fetch_size '10000');
create user mapping if not exists for postgres server peers options (user 'postgres', password_required 'false');
drop schema if exists peers cascade;
create schema peers;
import foreign schema public limit to (dive_log, depth_times, conditions, equipment, experiences, skills, dive_site) from server peers into peers;
create temp table pl as select * from peers.dive_log;
create temp table pd as select * from peers.depth_times;
create temp table pc as select * from peers.conditions;
create temp table pe as select * from peers.equipment;
create temp table px as select * from peers.experiences;
analyze pl; analyze pd; analyze pc; analyze pe; analyze px;

insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id)
  select 500000 + n, gen_random_uuid(), 'diver-' || n || '@bench.test', 'Diver', n::text, 1 from generate_series(1, 5000) n;
insert into dive_site (name, search_name) select name, lower(name) from peers.dive_site on conflict do nothing;

insert into dive_log (affiliate_id, id, log_type, status, log_course, log_number, adventure_dive, dive_title, dive_date,
  dive_location, dive_type, memsys_member_number, max_depth_m, bottom_time_min, time_in, time_out, bottom_water_temp_c, skills,
  conditions, equipment, experience, search_text, verified_at, verified_by, verified_name, submitted_at, created_date)
overriding system value
select 500000 + l.affiliate_id, 10000000 + l.id, initcap(l.log_type), s.status,
  case when t then case when l.log_course = 'Open Water' then 'open_water' else 'advanced' end end, case when t then 1 + l.log_number % 99 end,
  l.adventure_dive, l.dive_title, l.dive_date, l.dive_location, l.dive_type, case when t then 100001 end,
  d.max_depth, d.bottom_time, d.time_in, d.time_out, c.bottom_water_temp,
  case when t then array['hand_signals', 'entry', 'hover'] else '{}' end,
  to_jsonb(c) - 'dive_log_id', jsonb_set(to_jsonb(e) - 'dive_log_id', '{additional_equipment}', '["Torch"]'),
  jsonb_set(to_jsonb(x) - 'dive_log_id', '{buddies}', jsonb_build_array(x.buddies)),
  lower(l.dive_title || E'\n' || l.dive_location || E'\n' || x.notes),
  case when s.status = 'Verified' then l.created_date end, case when s.status = 'Verified' then 400005 end,
  case when s.status = 'Verified' then 'Tomás Reyes' end, case when s.status in ('Pending', 'Verified') then l.created_date end, l.created_date
from pl l join pd d on d.dive_log_id = l.id join pc c on c.dive_log_id = l.id join pe e on e.dive_log_id = l.id join px x on x.dive_log_id = l.id,
  lateral (select l.log_type = 'training' as t) y,
  lateral (select case when l.status = 'Draft' then 'Draft' when not t then 'Logged' when l.status = 'Logged' then 'Verified' else l.status end as status) s
order by l.id;
alter table dive_log alter column id restart with 20000000;
drop schema peers cascade;
