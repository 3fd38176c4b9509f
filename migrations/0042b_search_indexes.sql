-- Outside a transaction.
call fill_search_names();

-- Prefixes are read from these in order, without the table.
drop index concurrently if exists person_search_name;
create index concurrently person_search_name on person (search_name, affiliate_type_id, affiliate_id)
  where not starts_with(sub, 'erased:');
drop index concurrently if exists person_search_family_name;
create index concurrently person_search_family_name on person (search_family_name, affiliate_type_id, affiliate_id)
  where not starts_with(sub, 'erased:');
-- Professionals and stores are few among all people.
drop index concurrently if exists person_search_professional;
create index concurrently person_search_professional on person (affiliate_type_id, search_name, affiliate_id)
  where affiliate_type_id in (2, 3, 4) and not starts_with(sub, 'erased:');
-- Names change rarely, and a pending list would be read by every search.
drop index concurrently if exists person_search_words;
create index concurrently person_search_words on person using gin (search_name gin_trgm_ops) with (fastupdate = off);
-- Also finds complete addresses, as the index that it replaces.
drop index concurrently if exists person_email_prefix;
create index concurrently person_email_prefix on person (lower(email) text_pattern_ops);
drop index concurrently if exists person_email;
drop index concurrently if exists person_search_email;
create index concurrently person_search_email on person using gin (lower(email) gin_trgm_ops) with (fastupdate = off);

-- Entries of a person or a subject are found by action too: the actions of each are few, and the newest entries of each action
-- are read in order.
drop index concurrently if exists audit_entry_actor_action;
create index concurrently audit_entry_actor_action on audit_entry (actor_affiliate_id, action, seq);
drop index concurrently if exists audit_entry_actor;
drop index concurrently if exists audit_entry_subject_action;
create index concurrently audit_entry_subject_action on audit_entry (subject, action, seq);
drop index concurrently if exists audit_entry_subject;

-- The desk's lists of refunded orders and of one kind of security event.
drop index concurrently if exists shop_order_refunded;
create index concurrently shop_order_refunded on shop_order (created_at desc, order_id) where refunded_minor > 0;
drop index concurrently if exists security_event_kind;
create index concurrently security_event_kind on security_event (kind, id desc);
