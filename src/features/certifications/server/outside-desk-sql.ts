import { statement } from '../../../platform/server/db.ts';
import { nameOf } from '../../account/server/public.ts';
import type { OutsideRow } from './outside-sql.ts';

export interface WaitingRow {
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

export const listWaiting = statement<WaitingRow, [limit: number]>(`
  select o.id, affiliate_id as "affiliateId", p.birthdate, o.agency, o.level, o.number, o.cert_date as "certDate",
    ${nameOf('p')} as "fullName",
    o.uploaded_at as "uploadedAt"
  from outside_certification o join person p using (affiliate_id)
  where o.status = 'pending' and o.file_key is not null order by o.uploaded_at, o.id limit $1`);

export const lockOutside = statement<
  { status: string; level: string; fileKey: string | null; uploadedAt: Date | null },
  [affiliateId: number, id: string]
>(`
  select status, level, file_key as "fileKey", uploaded_at as "uploadedAt" from outside_certification
  where affiliate_id = $1 and id = $2 for update`);

export const decideOutside = statement<
  OutsideRow,
  [affiliateId: number, id: string, status: string, reason: string | null, by: number, at: Date]
>(`
  update outside_certification set status = $3, reason = $4, decided_by = $5, decided_at = $6
  where affiliate_id = $1 and id = $2
  returning id, agency, level, number, cert_date as "certDate", file_key as "fileKey", status, reason`);
