import { statement } from '#platform/server/db/database.ts';

export interface OutsideRow {
  id: string;
  agency: string;
  level: string;
  number: string;
  certDate: string | null;
  fileKey: string | null;
  status: 'pending' | 'approved' | 'rejected';
  reason: string | null;
  equivalentLevelID: number | null;
}

/** `o` is the alias of the table in the statement. */
export const outsideColumns = (
  o: string,
) => `${o}.id, ${o}.agency, ${o}.level, ${o}.number, ${o}.cert_date as "certDate",
  ${o}.file_key as "fileKey", ${o}.status, ${o}.reason, ${o}.equivalent_level_id as "equivalentLevelID"`;
const rowColumns = outsideColumns('outside_certification');

export const listOutside = statement<OutsideRow, [affiliateId: number]>(`
  select ${rowColumns} from outside_certification where affiliate_id = $1 order by cert_date desc nulls last, created_at, id`);

export const findOutside = statement<OutsideRow, [affiliateId: number, id: string]>(
  `select ${rowColumns} from outside_certification where affiliate_id = $1 and id = $2`,
);

/** Serializes inserts of one owner, so concurrent requests can't exceed the limit. */
export const lockOwner = statement<unknown, [affiliateId: number]>(
  'select 1 from person where affiliate_id = $1 for update',
);

export const countOutside = statement<{ count: number }, [affiliateId: number]>(
  'select count(*)::int as count from outside_certification where affiliate_id = $1',
);

export const insertOutside = statement<
  OutsideRow,
  [affiliateId: number, agency: string, level: string, number: string, certDate: string | null]
>(`
  insert into outside_certification (affiliate_id, agency, level, number, cert_date)
  values ($1, $2, $3, $4, $5::date) returning ${rowColumns}`);

/** Returns the replaced file key and resets the decision, which was about the former picture. */
export const setPicture = statement<
  OutsideRow & { formerKey: string | null },
  [affiliateId: number, id: string, fileKey: string]
>(`
  update outside_certification o set file_key = $3, status = 'pending', reason = null, decided_by = null, decided_at = null,
    equivalent_level_id = null,
    uploaded_at = greatest(date_trunc('milliseconds', clock_timestamp()), o.uploaded_at + interval '1 millisecond')
  from (select affiliate_id, id, file_key from outside_certification
    where affiliate_id = $1 and id = $2 for update) f
  where o.affiliate_id = f.affiliate_id and o.id = f.id
  returning ${outsideColumns('o')}, f.file_key as "formerKey"`);

export const deleteOutside = statement<{ fileKey: string | null }, [affiliateId: number, id: string]>(
  'delete from outside_certification where affiliate_id = $1 and id = $2 returning file_key as "fileKey"',
);

export const hasPictureFile = statement<{ isNamed: boolean }, [affiliateId: number, fileKey: string]>(
  'select exists (select from outside_certification where affiliate_id = $1 and file_key = $2) as "isNamed"',
);
