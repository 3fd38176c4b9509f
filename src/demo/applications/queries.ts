import { statement } from '#platform/server/db/database.ts';

/** These people have no account. Existing rows are unchanged. */
export const insertPeople = statement<{ affiliateId: number }, [rows: string]>(`
  insert into person (affiliate_id, sub, email, given_name, family_name, birthdate, affiliate_type_id, member_number,
    member_status, city, country)
  select id, 'demo-' || id, email, given, family, birthdate, type, number, case when type in (2, 3) then 'Active' end, city, country
  from jsonb_to_recordset($1::jsonb) as p(id bigint, email text, given text, family text, birthdate date, type smallint,
    number int, city text, country text)
  on conflict do nothing returning affiliate_id as "affiliateId"`);

export const insertCards = statement<unknown, [rows: string]>(`
  insert into certification (affiliate_id, license_id, level_id, cert_date, instructor_name, instructor_number, office)
  select id, license, level, on_day, instructor, number, office
  from jsonb_to_recordset($1::jsonb) as c(id bigint, license bigint, level int, on_day date, instructor text, number int,
    office text)
  on conflict do nothing`);

/** Inserts recreational dives five days apart, followed by one verified training dive of each kind. */
export const insertDives = statement<unknown, [rows: string]>(`
  insert into dive_log (affiliate_id, key, log_type, status, dive_number, log_course, log_number, adventure_dive,
    dive_title, dive_date, dive_location, dive_type, max_depth_m, bottom_time_min, memsys_member_number, skills,
    search_text, verified_at, verified_by, verified_name, submitted_at)
  select d.id, md5('demo application dive ' || d.id || ' ' || n)::uuid,
    case when kind is null then 'Recreational' else 'Training' end, case when kind is null then 'Logged' else 'Verified' end,
    n, case when kind is not null then 'advanced' end, case when kind is not null then n - d.dives end, kind,
    coalesce(initcap(kind) || ' dive', 'Dive ' || n), d.until - (d.dives + 3 - n) * 5, site.name, 'Boat',
    12 + n % 15, 38 + n % 12, case when kind is not null then d.number end,
    case kind when 'night' then '{lights_checked,light_signals}' when 'deep' then '{line_descent,stop_3_at_5}'
      when 'navigation' then '{reciprocal,square}' else '{}' end::text[],
    lower(coalesce(kind || ' dive', 'dive ' || n) || ' ' || site.name),
    case when kind is not null then d.until + time '18:00' end, case when kind is not null then d.instructor end,
    case when kind is not null then d.name end, case when kind is not null then d.until + time '17:00' end
  from jsonb_to_recordset($1::jsonb) as d(id bigint, dives int, kinds text[], until date, number int,
      instructor bigint, name text),
    lateral (select name from dive_site order by name offset d.id % 100 limit 1) site,
    generate_series(1, d.dives + cardinality(d.kinds)) n, lateral (select d.kinds[n - d.dives] as kind) k
  on conflict do nothing`);

export const insertApplications = statement<{ id: number; affiliateId: number }, [rows: string]>(`
  insert into application (affiliate_id, type_id, state, version, instructor_id, store_id, cards, first_aid, exercises,
    statement, recommendation, facts, reasons, fee_minor, currency, license_id, created_at, updated_at, state_at, sent_at)
  select affiliate, 1, state, version, instructor, store, cards, "firstAid", exercises, statement, recommendation, facts,
    reasons, fee, case when fee is not null then 'USD' end, license, created, at, at, sent
  from jsonb_to_recordset($1::jsonb) as a(affiliate bigint, state text, version int, instructor bigint, store bigint,
    cards jsonb, "firstAid" jsonb, exercises jsonb, statement text, recommendation text, facts jsonb, reasons jsonb,
    fee int, license bigint, created timestamptz, at timestamptz, sent timestamptz)
  order by coalesce(sent, at), affiliate
  returning id, affiliate_id as "affiliateId"`);

export const insertSteps = statement<unknown, [rows: string]>(`
  insert into application_step (affiliate_id, application_id, id, action, from_state, to_state, by_id, by_role, note,
    reasons, at)
  select affiliate, application, id, action, "from", "to", by, role, note, reasons, at
  from jsonb_to_recordset($1::jsonb) as s(affiliate bigint, application bigint, id uuid, action text, "from" text,
    "to" text, by bigint, role text, note text, reasons jsonb, at timestamptz)
  order by at`);

export const insertSignatures = statement<unknown, [rows: string]>(`
  insert into application_signature (affiliate_id, application_id, id, role, signer_id, sealed_signature, digest,
    signed_at)
  select affiliate, application, id, role, signer, encrypted, digest, at
  from jsonb_to_recordset($1::jsonb) as s(affiliate bigint, application bigint, id uuid, role text, signer bigint,
    encrypted text, digest text, at timestamptz)`);

export const insertProofs = statement<unknown, [rows: string]>(`
  insert into application_proof (affiliate_id, application_id, id, kind, name, content_type, sealed_key, file_key, bytes,
    dated, uploaded_at)
  select affiliate, application, id, kind, name, 'application/pdf', "encryptedKey", "fileKey", bytes, dated, at
  from jsonb_to_recordset($1::jsonb) as f(affiliate bigint, application bigint, id uuid, kind text, name text,
    "encryptedKey" text, "fileKey" text, bytes int, dated date, at timestamptz)`);

export const insertNotes = statement<unknown, [rows: string]>(`
  insert into application_note (affiliate_id, application_id, id, by_id, text, at)
  select affiliate, application, id, by, text, at from jsonb_to_recordset($1::jsonb) as n(affiliate bigint,
    application bigint, id uuid, by bigint, text text, at timestamptz)`);

export const setSearchTexts = statement<unknown, [rows: string]>(`
  update application a set search_text = s.text from jsonb_to_recordset($1::jsonb) as s(id bigint, text text)
  where a.id = s.id`);
