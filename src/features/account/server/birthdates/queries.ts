import { statement } from '#platform/server/db/database.ts';
import type { Correction } from '#features/account/shared/birthdate-contract.ts';
import { fullNameSql } from '#features/account/server/people/name-queries.ts';
import { isoTimestampSql } from '#platform/server/db/iso-timestamp-sql.ts';

const correctionColumns = `id, birthdate::text as "birthDate", state, ${isoTimestampSql('requested_at')} as "requestedDate",
  case when state = 'declined' then reason else '' end as reason`;

/** The newest correction that wasn't withdrawn. */
export const findLatestCorrection = statement<Correction, [affiliateId: number]>(`
  select ${correctionColumns} from birthdate_correction where affiliate_id = $1 and state <> 'withdrawn'
  order by requested_at desc, id limit 1`);

export const findCorrection = statement<Correction, [affiliateId: number, id: string]>(
  `select ${correctionColumns} from birthdate_correction where affiliate_id = $1 and id = $2`,
);

export const insertCorrection = statement<
  Correction,
  [
    affiliateId: number,
    id: string,
    birthdate: string,
    former: string,
    requestedBy: number,
    now: Date,
    contentType: string,
    fileKey: string,
  ]
>(`
  insert into birthdate_correction (affiliate_id, id, birthdate, former, requested_by, requested_at, content_type, file_key)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (affiliate_id) where state = 'open' do nothing returning ${correctionColumns}`);

export const withdrawOpenCorrection = statement<{ id: string; fileKey: string | null }, [affiliateId: number]>(`
  with open as (select id, file_key from birthdate_correction where affiliate_id = $1 and state = 'open' for update)
  update birthdate_correction c set state = 'withdrawn', file_key = null, decided_at = now() from open
  where c.affiliate_id = $1 and c.id = open.id returning c.id, open.file_key as "fileKey"`);

export interface QueuedCorrectionRow {
  id: string;
  affiliateId: number;
  fullName: string;
  birthDate: string;
  former: string;
  requestedBy: number;
  requesterName: string;
  requestedDate: string;
  contentType: string;
  fileKey: string | null;
  /** Names, in the order in which they became guardians. */
  guardians: string[];
  state: 'open' | 'withdrawn' | 'approved' | 'declined';
}

const selectQueuedSql = `
  select c.id, c.affiliate_id::int as "affiliateId", ${fullNameSql('p')} as "fullName", c.birthdate::text as "birthDate",
    c.former::text as former, c.requested_by::int as "requestedBy", ${fullNameSql('r')} as "requesterName",
    ${isoTimestampSql('c.requested_at')} as "requestedDate", coalesce(c.content_type, '') as "contentType",
    c.file_key as "fileKey", c.state,
    array(select ${fullNameSql('o')} from guardian_link g join person o on o.affiliate_id = g.guardian_id
      where g.affiliate_id = c.affiliate_id order by g.created_at, g.guardian_id) as guardians
  from birthdate_correction c join person p on p.affiliate_id = c.affiliate_id
    join person r on r.affiliate_id = c.requested_by`;

export const listOpenCorrections = statement<QueuedCorrectionRow, [limit: number]>(
  `${selectQueuedSql} where c.state = 'open' order by c.requested_at, c.id limit $1`,
);

export const findQueuedCorrection = statement<QueuedCorrectionRow, [id: string]>(`${selectQueuedSql} where c.id = $1`);

export const decideCorrection = statement<
  { id: string },
  [affiliateId: number, id: string, state: 'approved' | 'declined', reason: string, by: number, now: Date]
>(`
  update birthdate_correction set state = $3, reason = $4, decided_by = $5, decided_at = $6
  where affiliate_id = $1 and id = $2 and state = 'open' returning id`);

/** Closes a request that another change has settled. */
export const closeOpenCorrection = statement<unknown, [affiliateId: number, reason: string, by: number, now: Date]>(`
  update birthdate_correction set state = 'approved', reason = $2, decided_by = $3, decided_at = $4
  where affiliate_id = $1 and state = 'open'`);

export const hasDocumentFile = statement<{ isNamed: boolean }, [fileKey: string]>(
  'select exists (select from birthdate_correction where file_key = $1) as "isNamed"',
);

/** Returns and clears the documents of decisions before a date. */
export const takeOldDocumentFiles = statement<{ fileKey: string }, [before: Date]>(`
  with old as (
    select affiliate_id, id, file_key from birthdate_correction
    where file_key is not null and state <> 'open' and decided_at < $1
    order by decided_at limit 200 for update skip locked)
  update birthdate_correction c set file_key = null from old
  where c.affiliate_id = old.affiliate_id and c.id = old.id returning old.file_key as "fileKey"`);

export const markBirthdateCorrected = statement<unknown, [affiliateId: number, now: Date]>(
  'update person set birthdate_corrected_at = $2 where affiliate_id = $1',
);

export const countGuardianLinks = statement<{ count: number }, [affiliateId: number]>(
  'select count(*)::int as count from guardian_link where guardian_id = $1',
);
