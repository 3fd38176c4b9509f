-- Which of our levels an approved card of another agency counts as, where a course needs one before it. Null: it counts
-- as none. Cards that were approved before get none, because no one has compared them; staff add it on the person's page.
alter table outside_certification
  add column equivalent_level_id smallint,
  add constraint outside_certification_level check (equivalent_level_id is null or status = 'approved');
