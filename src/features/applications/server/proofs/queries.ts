import { statement } from '#platform/server/db/database.ts';

interface ProofRow {
  kind: string;
  name: string;
  contentType: string;
  encryptedKey: string;
  fileKey: string;
}

export const findProof = statement<ProofRow, [affiliateId: number, applicationId: number, id: string]>(`
  select kind, name, content_type as "contentType", sealed_key as "encryptedKey", file_key as "fileKey"
  from application_proof where affiliate_id = $1 and application_id = $2 and id = $3`);

export const countProofs = statement<{ count: number }, [affiliateId: number, applicationId: number]>(
  'select count(*)::int as count from application_proof where affiliate_id = $1 and application_id = $2',
);

export const insertProof = statement<
  unknown,
  [
    affiliateId: number,
    applicationId: number,
    id: string,
    kind: string,
    name: string,
    contentType: string,
    encryptedKey: string,
    fileKey: string,
    bytes: number,
    dated: string | null,
    now: Date,
  ]
>(`
  with touched as (update application set updated_at = $11 where affiliate_id = $1 and id = $2)
  insert into application_proof (affiliate_id, application_id, id, kind, name, content_type, sealed_key, file_key, bytes,
    dated, uploaded_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::date, $11)`);

export const deleteProof = statement<
  { fileKey: string },
  [affiliateId: number, applicationId: number, id: string, now: Date]
>(`
  with touched as (update application set updated_at = $4 where affiliate_id = $1 and id = $2)
  delete from application_proof where affiliate_id = $1 and application_id = $2 and id = $3
  returning file_key as "fileKey"`);

export const hasProofFile = statement<{ isNamed: boolean }, [fileKey: string]>(
  'select exists (select from application_proof where file_key = $1) as "isNamed"',
);
