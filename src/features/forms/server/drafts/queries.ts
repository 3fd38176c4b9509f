import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import type { Packet, Region, SignerRole } from '#features/forms/shared/contract.ts';
import { isProfessionalSql, isStoreSql } from '#features/professionals/server/public.ts';

export interface DraftRow {
  affiliateId: number;
  id: string;
  packet: Packet;
  region: Region;
  versions: Record<string, number>;
  storeNumber: number | null;
  memberNumber: number | null;
  replaces: string | null;
  /** The birthdate when the draft was started, and the one in the profile now. */
  birthdate: string;
  currentBirthdate: string | null;
  /** Divers with an email address have an account to sign with. */
  hasEmail: boolean;
  encryptedKey: string;
  encryptedAnswers: string;
  state: 'filling' | 'signing';
  revision: number;
  begunBy: number;
  updatedAt: Date;
  diverName: string;
  storeName: string | null;
  memberName: string | null;
  guardians: { affiliateId: number; name: string }[];
  /** Valid signatures only: those of former guardians are left out. */
  signatures: { role: SignerRole; id: string; signerId: number; encrypted: string }[];
}

const draftSelect = `
  select d.affiliate_id as "affiliateId", d.id, d.packet, d.region, d.versions, d.store_number as "storeNumber",
    d.member_number as "memberNumber", d.replaces, d.birthdate, p.birthdate as "currentBirthdate",
    p.email is not null as "hasEmail",
    d.sealed_key as "encryptedKey", d.sealed_answers as "encryptedAnswers", d.state, d.revision, d.begun_by as "begunBy",
    d.updated_at as "updatedAt", ${fullNameSql('p')} as "diverName", nullif(${fullNameSql('s')}, '') as "storeName",
    nullif(${fullNameSql('m')}, '') as "memberName",
    coalesce((select json_agg(json_build_object('affiliateId', g.guardian_id, 'name', ${fullNameSql('a')})
        order by g.guardian_id)
      from guardian_link g join person a on a.affiliate_id = g.guardian_id
      where g.affiliate_id = d.affiliate_id), '[]') as guardians,
    coalesce((select json_agg(json_build_object('role', f.role, 'id', f.id, 'signerId', f.signer_id,
        'encrypted', f.sealed_signature) order by f.signed_at)
      from form_signature f where f.affiliate_id = d.affiliate_id and f.draft_id = d.id
        and (f.role = 'diver' or exists (select from guardian_link g
          where g.affiliate_id = d.affiliate_id and g.guardian_id = f.signer_id))), '[]') as signatures
  from form_draft d join person p using (affiliate_id)
  left join person s on s.store_number = d.store_number and ${isStoreSql('s')}
  left join person m on m.member_number = d.member_number and ${isProfessionalSql('m')}`;

export const selectDraft = statement<DraftRow, [id: string]>(`${draftSelect} where d.id = $1 and d.deleted_at is null`);

/** The user's drafts and those of their linked children; the caller checks whether these are still minors. */
export const selectDrafts = statement<DraftRow, [affiliateId: number]>(`${draftSelect}
  where d.deleted_at is null and (d.affiliate_id = $1
    or d.affiliate_id in (select g.affiliate_id from guardian_link g where g.guardian_id = $1))
  order by d.updated_at desc`);

/** Locks before reading, so a waiting transaction reads the changes of the previous one. */
export const lockDraft = statement<unknown, [id: string]>(
  'select from form_draft where id = $1 and deleted_at is null for update',
);

export const selectOpenDraft = statement<{ id: string }, [affiliateId: number, packet: Packet]>(`
  select id from form_draft where affiliate_id = $1 and packet = $2 and deleted_at is null`);

/** Returns no row if a concurrent request inserted the draft first. */
export const insertDraft = statement<
  { id: string },
  [
    affiliateId: number,
    id: string,
    packet: Packet,
    region: Region,
    versions: string,
    storeNumber: number | null,
    memberNumber: number | null,
    replaces: string | null,
    birthdate: string,
    encryptedKey: string,
    encryptedAnswers: string,
    begunBy: number,
    at: Date,
  ]
>(`
  insert into form_draft (affiliate_id, id, packet, region, versions, store_number, member_number, replaces, birthdate,
    sealed_key, sealed_answers, begun_by, begun_at, updated_at)
  values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $10, $11, $12, $13, $13)
  on conflict do nothing returning id`);

export const updateAnswers = statement<unknown, [affiliateId: number, id: string, encryptedAnswers: string, at: Date]>(`
  update form_draft set sealed_answers = $3, revision = revision + 1, updated_at = $4
  where affiliate_id = $1 and id = $2`);

/** Runs with the first signature. */
export const freezeDraft = statement<unknown, [affiliateId: number, id: string, encryptedAnswers: string, at: Date]>(`
  update form_draft set state = 'signing', sealed_answers = $3, updated_at = $4 where affiliate_id = $1 and id = $2`);

/** Drops the signatures, because the text to sign has changed. */
export const renewDraft = statement<
  unknown,
  [
    affiliateId: number,
    id: string,
    birthdate: string,
    region: Region,
    versions: string,
    storeNumber: number | null,
    memberNumber: number | null,
    replaces: string | null,
    encryptedAnswers: string,
    at: Date,
  ]
>(`
  with dropped as (delete from form_signature where affiliate_id = $1 and draft_id = $2)
  update form_draft set state = 'filling', birthdate = $3, region = $4, versions = $5::jsonb, store_number = $6,
    member_number = $7, replaces = $8, sealed_answers = $9, revision = revision + 1, updated_at = $10
  where affiliate_id = $1 and id = $2`);

/** Deletes a signature before another one replaces it. */
export const deleteSignature = statement<unknown, [affiliateId: number, draftId: string, role: SignerRole]>(
  'delete from form_signature where affiliate_id = $1 and draft_id = $2 and role = $3',
);

export const insertSignature = statement<
  { id: string },
  [affiliateId: number, draftId: string, role: SignerRole, id: string, signerId: number, encrypted: string, at: Date]
>(`
  insert into form_signature (affiliate_id, draft_id, role, id, signer_id, sealed_signature, signed_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`);

export const deleteDraft = statement<unknown, [affiliateId: number, id: string]>(
  'delete from form_draft where affiliate_id = $1 and id = $2',
);

export const softDeleteDraft = statement<unknown, [affiliateId: number, id: string, at: Date]>(
  'update form_draft set deleted_at = $3 where affiliate_id = $1 and id = $2',
);

export const selectDeletedDraft = statement<
  { affiliateId: number; packet: Packet; birthdate: string | null; guardianIds: number[] },
  [id: string, since: Date]
>(`
  select d.affiliate_id as "affiliateId", d.packet, p.birthdate,
    array(select g.guardian_id::int from guardian_link g where g.affiliate_id = d.affiliate_id) as "guardianIds"
  from form_draft d join person p using (affiliate_id) where d.id = $1 and d.deleted_at > $2`);

export const restoreDraft = statement<unknown, [affiliateId: number, id: string, at: Date]>(
  'update form_draft set deleted_at = null, updated_at = $3 where affiliate_id = $1 and id = $2',
);

/** Deletes drafts that were discarded more than a day ago or not changed for a year. */
export const purgeDrafts = statement<unknown, [now: Date]>(`
  delete from form_draft where deleted_at < $1::timestamptz - interval '1 day'
    or updated_at < $1::timestamptz - interval '12 months'`);

/** The diver's country, which decides the region of the forms. */
export const selectHomeAddress = statement<
  { country: string; encryptedAddress: string | null },
  [affiliateId: number]
>(`
  select p.country, a.sealed_address as "encryptedAddress"
  from person p left join mailing_address a using (affiliate_id) where p.affiliate_id = $1`);
