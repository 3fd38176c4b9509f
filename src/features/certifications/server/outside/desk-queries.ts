import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import { outsideColumns, type OutsideRow } from './queries.ts';

export interface PendingOutsideRow {
  id: string;
  affiliateId: number;
  fullName: string;
  birthdate: string | null;
  agency: string;
  level: string;
  number: string;
  certDate: string | null;
  uploadedAt: Date;
}

export const listPendingOutside = statement<PendingOutsideRow, [limit: number]>(`
  select o.id, affiliate_id as "affiliateId", p.birthdate, o.agency, o.level, o.number, o.cert_date as "certDate",
    ${fullNameSql('p')} as "fullName",
    o.uploaded_at as "uploadedAt"
  from outside_certification o join person p using (affiliate_id)
  where o.status = 'pending' and o.file_key is not null order by o.uploaded_at, o.id limit $1`);

export const lockOutside = statement<
  {
    status: string;
    level: string;
    fileKey: string | null;
    uploadedAt: Date | null;
    equivalentLevelID: number | null;
  },
  [affiliateId: number, id: string]
>(`
  select status, level, file_key as "fileKey", uploaded_at as "uploadedAt", equivalent_level_id as "equivalentLevelID"
  from outside_certification
  where affiliate_id = $1 and id = $2 for update`);

export const decideOutside = statement<
  OutsideRow,
  [
    affiliateId: number,
    id: string,
    status: string,
    reason: string | null,
    equivalentLevelID: number | null,
    by: number,
    at: Date,
  ]
>(`
  update outside_certification o set status = $3, reason = $4, equivalent_level_id = $5, decided_by = $6, decided_at = $7
  where affiliate_id = $1 and id = $2 returning ${outsideColumns('o')}`);
