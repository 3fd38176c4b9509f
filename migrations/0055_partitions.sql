-- Each table becomes the first partition of a table with the same columns and indexes. Nothing is copied and no row is read (decision 060).

-- Foreign keys of the new tables lock person for a moment too.
lock table session, notification, learning_step, mail_outbox, security_event, audit_entry in access exclusive mode;
lock table person in share row exclusive mode;

-- Their new primary keys. The former ones are part of them.
alter table mail_outbox drop constraint mail_outbox_pkey, add constraint mail_outbox_pkey primary key using index mail_outbox_key;
alter table security_event drop constraint security_event_pkey, add constraint security_event_pkey primary key using index security_event_key;

-- A column of a partition can't be an identity before PostgreSQL 17.
alter table security_event alter column id drop identity;
create sequence security_event_seq;
select setval('security_event_seq', greatest(max(id), 1), max(id) is not null) from security_event;
alter table security_event alter column id set default nextval('security_event_seq');

-- PostgreSQL would create these for each partition beside those that are there.
drop trigger audit_entry_first_chain on audit_entry;

create procedure pg_temp.partition(table_name text, key text, parent text, first text) language plpgsql as $$
declare
  old regclass := table_name::regclass;
  bound text := (select obj_description(oid, 'pg_constraint') from pg_constraint
    where conrelid = old and conname = 'partition_bound');
  declaration text := obj_description(old, 'pg_class');
  part record;
  name text;
begin
  execute format('comment on table %I is null', table_name);
  if first <> table_name then execute format('alter table %I rename to %I', table_name, first); end if;
  execute format('create table %I (like %I including defaults including constraints including comments including storage) '
    'partition by range (%I)', parent, first, key);
  execute format('alter table %I drop constraint partition_bound', parent);
  execute format('comment on table %I is %L', parent, declaration);

  -- An index that is unique without the key can't be: it stays with the first partition.
  for part in
    select c.relname, i.indisprimary, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = old and (not i.indisunique or exists (
      select from pg_attribute a where a.attrelid = old and a.attname = key and a.attnum = any (i.indkey)))
    order by c.relname
  loop
    if first <> table_name then
      execute format('alter index %I rename to %I', part.relname, first || substr(part.relname, length(table_name) + 1));
    end if;
    name := parent || substr(part.relname, length(table_name) + 1);
    if part.indisprimary then
      execute format('alter table %I add constraint %I primary key %s', parent, name, substring(part.definition from '\(.*\)'));
    else
      execute regexp_replace(part.definition, 'INDEX \S+ ON \S+', format('INDEX %I ON %I', name, parent));
    end if;
  end loop;
  -- A session and the one that it was made from belong to one person, so to one partition: this key stays with the partitions.
  for part in
    select conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = old and contype = 'f' and confrelid <> old
  loop
    execute format('alter table %I add constraint %I %s', parent, part.conname, part.definition);
  end loop;

  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, first, bound);
  execute format('alter table %I drop constraint partition_bound', first);
  -- Rows beyond all partitions, which a job creates in time.
  execute format('create table %I (like %I including all)', parent || '_default', parent);
  execute format('alter table %I attach partition %I default', parent, parent || '_default');
end $$;

call pg_temp.partition('session', 'affiliate_id', 'session', 'session_first');
call pg_temp.partition('notification', 'affiliate_id', 'notification', 'notification_first');
call pg_temp.partition('learning_step', 'affiliate_id', 'learning_step', 'learning_step_first');
call pg_temp.partition('mail_outbox', 'created_at', 'mail_outbox', 'mail_outbox_first');
call pg_temp.partition('audit_entry', 'seq', 'audit_entry', 'audit_entry_first');
-- Processes of the former version count events by a unique index of the counter's key alone, which only this table can have. So they
-- use the first partition, until its bound.
call pg_temp.partition('security_event', 'occurred_at', 'security_log', 'security_event');
alter table session_default add foreign key (affiliate_id, parent_id) references session_default on delete cascade;
alter sequence audit_entry_seq owned by audit_entry.seq;
alter sequence security_event_seq owned by security_log.id;

-- Entries of processes from before 0050. The trigger can't move a row to another partition, so it inserts another one.
create or replace function append_to_first_chain() returns trigger language plpgsql as $$
begin
  new.chain_seq := new.seq;
  new.seq := nextval(tg_argv[0] || '_entry_seq');
  update chain_head set entries = new.chain_seq, seq = new.seq, hash = new.hash where log = tg_argv[0] and chain = 0;
  if tg_argv[0] = 'form' then return new; end if;
  insert into audit_entry select new.*;
  return null;
end $$;
create trigger audit_entry_first_chain before insert on audit_entry for each row when (new.chain = 0 and new.chain_seq is null)
  execute function append_to_first_chain('audit');

-- Rows that only grow: their pages are frozen when they are first vacuumed, so vacuum never has to read a full partition again. They are
-- vacuumed often, because lists read them with index-only scans.
alter table audit_entry_first set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
alter table audit_entry_default set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
alter table security_event set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
alter table security_log_default set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
-- Rows that change in columns without an index: with room on the page the indexes aren't touched.
alter table session_first set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
alter table session_default set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
alter table mail_outbox_first set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
alter table mail_outbox_default set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
-- A fifth of a large table, the usual limit, is months of changes. Index-only scans need vacuumed pages.
alter table notification_first set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table notification_default set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table learning_step_first set (autovacuum_vacuum_scale_factor = 0.05);
alter table learning_step_default set (autovacuum_vacuum_scale_factor = 0.05);
alter table dive_log set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
alter table person set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table form_entry set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
