-- The audit log and the log of signed forms are 64 chains each instead of one, because everyone who appended to the one chain waited
-- for the commit of the one before. Chain 0 is the chain from before: it stays as it is, and only processes of the former version
-- append to it, during an upgrade.

-- Transactions lock the tables in this order.
lock table form_entry, audit_entry in access exclusive mode;

-- The place of an entry in its chain is null in those that are older than this migration: it is their seq. Defaults are stored once
-- for the table, so neither column rewrites it.
alter table audit_entry add column chain smallint not null default 0, add column chain_seq bigint;
alter table form_entry add column chain smallint not null default 0, add column chain_seq bigint;

-- The order of all entries of a log. It has gaps. It is drawn while the chain is locked, so it is also the order of each chain.
create sequence audit_entry_seq owned by audit_entry.seq;
create sequence form_entry_seq owned by form_entry.seq;
alter table audit_entry alter column seq set default nextval('audit_entry_seq');
alter table form_entry alter column seq set default nextval('form_entry_seq');
select setval('audit_entry_seq', greatest(max(seq), 1), max(seq) is not null) from audit_entry;
select setval('form_entry_seq', greatest(max(seq), 1), max(seq) is not null) from form_entry;

-- Where each chain ends. Rows are updated in place, for which the pages have room.
create table chain_head (
  log text not null check (log in ('audit', 'form')),
  chain smallint not null,
  entries bigint not null,
  -- Of the last entry; 0 if there is none.
  seq bigint not null,
  hash text not null,
  primary key (log, chain)
) with (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table chain_head is 'not personal';
insert into chain_head (log, chain, entries, seq, hash)
select 'audit', 0, entries, coalesce((select max(seq) from audit_entry), 0), hash from audit_head
union all select 'form', 0, entries, coalesce((select max(seq) from form_entry), 0), hash from form_head
union all select log, chain, 0, 0, '' from unnest('{audit,form}'::text[]) log, generate_series(1, 64) chain;

-- Links entries to their chains, in the order in which they are given, and locks the chains until the commit. Chains are locked in
-- their order, so that two transactions can't wait for each other. An entry is an object with its chain and the digest of its
-- content, and is returned with its link.
create function append_to_chains(log_name text, entries jsonb)
returns table (entry jsonb, seq bigint, chain smallint, chain_seq bigint, prev_hash text, hash text) language plpgsql as $$
declare
  head record;
  counts bigint[];
  seqs bigint[];
  hashes text[];
begin
  for head in
    select h.chain, h.entries, h.hash from chain_head h
    where h.log = log_name and h.chain in (select (e ->> 'chain')::smallint from jsonb_array_elements(append_to_chains.entries) e)
    order by h.chain for update
  loop
    counts[head.chain] := head.entries;
    hashes[head.chain] := head.hash;
  end loop;
  for entry in select e from jsonb_array_elements(append_to_chains.entries) with ordinality as elements(e, place) order by place loop
    chain := (entry ->> 'chain')::smallint;
    if counts[chain] is null then raise exception 'chain % of the % log has no head', chain, log_name; end if;
    seq := nextval(log_name || '_entry_seq');
    chain_seq := counts[chain] + 1;
    prev_hash := hashes[chain];
    hash := encode(sha256(convert_to(
      concat_ws(' ', log_name, chain, chain_seq, seq, prev_hash, entry ->> 'digest'), 'UTF8')), 'hex');
    counts[chain] := chain_seq;
    seqs[chain] := seq;
    hashes[chain] := hash;
    return next;
  end loop;
  update chain_head h set entries = counts[h.chain], seq = seqs[h.chain], hash = hashes[h.chain]
  where h.log = log_name and h.chain in (select (e ->> 'chain')::smallint from jsonb_array_elements(append_to_chains.entries) e);
end $$;

-- Entries of processes of the former version, which number them by themselves and lock the head of the one chain.
create function append_to_first_chain() returns trigger language plpgsql as $$
begin
  new.chain_seq := new.seq;
  new.seq := nextval(tg_argv[0] || '_entry_seq');
  update chain_head set entries = new.chain_seq, seq = new.seq, hash = new.hash where log = tg_argv[0] and chain = 0;
  return new;
end $$;
create trigger audit_entry_first_chain before insert on audit_entry for each row when (new.chain = 0)
  execute function append_to_first_chain('audit');
create trigger form_entry_first_chain before insert on form_entry for each row when (new.chain = 0)
  execute function append_to_first_chain('form');

-- Signed states of all chains. Each contains the chains that changed since the one before, and every 64th contains all of them.
create table chain_checkpoint (
  id bigint primary key,
  at timestamptz not null,
  -- [{"log", "chain", "entries", "seq", "hash"}, …]
  heads jsonb not null,
  prev_hash text not null,
  hash text not null,
  -- The document key whose certificate verifies the signature of the hash.
  key_id text not null,
  signature bytea not null
);
comment on table chain_checkpoint is 'not personal';

-- The checkpoint up to which a log was last verified. The MAC is made with SECRET_KEY, so that it can't be set in the database.
create table chain_verification (
  log text primary key,
  checkpoint_id bigint not null,
  checkpoint_hash text not null,
  at timestamptz not null,
  mac text not null
);
comment on table chain_verification is 'not personal';
