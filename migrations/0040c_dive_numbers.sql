-- Dive numbers are counted when they are read. Stored numbers made an early dive change the rows of all later ones.
--
-- Processes of the former version still name the column, and leave out a number that is null. Nobody maintains numbers any more, so the
-- column starts empty and stays empty: a missing number is better than a wrong one. Its index is dropped with it.
alter table dive_log drop column dive_number;
alter table dive_log add column dive_number integer;
alter index dive_log_by_day rename to dive_log_by_date;

-- Their statement that numbers dives changes nothing else, so its updates are skipped.
create function skip_dive_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then return null; end if;
  new.dive_number := null;
  return new;
end $$;
create trigger dive_log_number before insert or update of dive_number on dive_log
  for each row when (new.dive_number is not null) execute function skip_dive_number();
