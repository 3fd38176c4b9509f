import { statement } from '#platform/server/db/database.ts';
import { type ApplicationRow, applicationColumns } from '#features/applications/server/queries.ts';

/** Serializes creating and restoring drafts of one applicant, so two requests can't leave two open drafts. */
export const lockApplicant = statement<{ birthdate: string | null }, [affiliateId: number]>(
  'select birthdate from person where affiliate_id = $1 for no key update',
);

export const findOpenApplication = statement<{ id: number }, [affiliateId: number, typeId: number]>(`
  select id from application
  where affiliate_id = $1 and type_id = $2 and deleted_at is null and state not in ('Completed', 'Rejected')`);

export const insertDraft = statement<ApplicationRow, [affiliateId: number, typeId: number, now: Date]>(`
  insert into application as a (affiliate_id, type_id, created_at, updated_at, state_at) values ($1, $2, $3, $3, $3)
  returning ${applicationColumns}`);

/** People newly named on a returned application haven't seen it; they get access once it is submitted. */
export const updateContent = statement<
  ApplicationRow,
  [
    affiliateId: number,
    id: number,
    instructorId: number | null,
    storeId: number | null,
    cards: string,
    firstAid: string,
    exercises: string,
    statement: string,
    recommendation: string,
    now: Date,
  ]
>(`
  update application a set instructor_id = $3, store_id = $4, cards = $5::jsonb, first_aid = $6::jsonb,
    exercises = $7::jsonb, statement = $8, recommendation = $9, updated_at = $10, version = version + 1,
    unseen_by = case when state = 'Returned' then array(
      select named from unnest(array[$3::bigint, $4::bigint]) named
      where named = any (unseen_by) or named not in (coalesce(instructor_id, 0), coalesce(store_id, 0))) else '{}' end
  where affiliate_id = $1 and id = $2 returning ${applicationColumns}`);

export const setTeachingAddress = statement<
  unknown,
  [affiliateId: number, id: number, encrypted: string | null, now: Date]
>('update application set sealed_teaching_address = $3, updated_at = $4 where affiliate_id = $1 and id = $2');

export const deleteDraft = statement<{ id: number }, [affiliateId: number, id: number, now: Date]>(`
  update application set deleted_at = $3
  where affiliate_id = $1 and id = $2 and state = 'Draft' and deleted_at is null returning id`);

/** The user's own draft, deleted within the last day. */
export const findDeletedDraft = statement<{ typeId: number }, [affiliateId: number, id: number, now: Date]>(`
  select type_id as "typeId" from application
  where affiliate_id = $1 and id = $2 and deleted_at > $3::timestamptz - interval '1 day'`);

export const restoreDraft = statement<unknown, [affiliateId: number, id: number]>(
  'update application set deleted_at = null where affiliate_id = $1 and id = $2',
);

/** Purges a batch of drafts deleted more than a day ago and returns their file keys. */
export const purgeDeletedDrafts = statement<{ drafts: number; files: string[] }, [now: Date]>(`
  with gone as (
    select affiliate_id, id from application
    where deleted_at <= $1::timestamptz - interval '1 day' limit 100 for update skip locked),
  files as (
    select f.file_key from application_proof f join gone g on f.affiliate_id = g.affiliate_id and f.application_id = g.id),
  deleted as (
    delete from application a using gone g where a.affiliate_id = g.affiliate_id and a.id = g.id)
  select (select count(*) from gone)::int as drafts, array(select file_key from files) as files`);
