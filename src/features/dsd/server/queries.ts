import { statement } from '#platform/server/db/database.ts';
import { shortNameSql } from '#features/account/server/public.ts';

export interface CheckpointRow {
  store_number: number | null;
  member_number: number | null;
  status: string;
  updated_at: Date;
}

const columns = 'store_number, member_number, status, updated_at';

export const findCheckpoint = statement<CheckpointRow, [affiliateId: number]>(
  `select ${columns} from dsd_checkpoint where affiliate_id = $1`,
);

export const lockCheckpoint = statement<CheckpointRow & { document_id: string | null }, [affiliateId: number]>(
  `select ${columns}, document_id from dsd_checkpoint where affiliate_id = $1 for update`,
);

/** Resets the document and the processing of an earlier run. */
export const startCheckpoint = statement<
  CheckpointRow,
  [affiliateId: number, storeNumber: number | null, memberNumber: number | null, status: string, now: Date]
>(`
  insert into dsd_checkpoint (affiliate_id, store_number, member_number, status, updated_at, created_at)
  values ($1, $2, $3, $4, $5, $5)
  on conflict (affiliate_id) do update set store_number = excluded.store_number, member_number = excluded.member_number,
    status = excluded.status, updated_at = excluded.updated_at, created_at = excluded.created_at,
    document_id = null, processed_by = null
  returning ${columns}`);

export const updateCheckpoint = statement<
  CheckpointRow,
  [affiliateId: number, storeNumber: number | null, memberNumber: number | null, status: string, now: Date]
>(`
  update dsd_checkpoint set store_number = $2, member_number = $3, status = $4, updated_at = $5
  where affiliate_id = $1 returning ${columns}`);

export const updateFormsStatus = statement<
  CheckpointRow,
  [affiliateId: number, status: string, documentId: string, now: Date]
>(`
  update dsd_checkpoint set status = $2, document_id = $3, updated_at = $4 where affiliate_id = $1 returning ${columns}`);

/** Stores the newer document when the status doesn't change. */
export const replaceDocument = statement<unknown, [affiliateId: number, documentId: string]>(
  'update dsd_checkpoint set document_id = $2 where affiliate_id = $1',
);

export const processCheckpoint = statement<CheckpointRow, [affiliateId: number, by: number, now: Date]>(`
  update dsd_checkpoint set status = 'processed', processed_by = $2, updated_at = $3
  where affiliate_id = $1 returning ${columns}`);

export const findDiver = statement<{ name: string; birthdate: string | null }, [affiliateId: number]>(`
  select ${shortNameSql('p')} as name, p.birthdate from person p where p.affiliate_id = $1`);

/** A repeated affiliation leaves the first one unchanged. */
export const insertAffiliation = statement<
  unknown,
  [affiliateId: number, documentId: string, storeNumber: number | null, memberNumber: number | null, now: Date]
>(`
  insert into dsd_affiliation (affiliate_id, document_id, store_number, member_number, created_at)
  values ($1, $2, $3, $4, $5) on conflict do nothing`);
