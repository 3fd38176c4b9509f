import { isoTimestampSql } from '#platform/server/db/iso-timestamp-sql.ts';
import { statement } from '#platform/server/db/database.ts';
import { familySql } from '#features/forms/server/clearance/family.ts';
import { hasPendingClearanceSql } from '#features/forms/server/clearance/queries.ts';
import { fullNameSql, searchNamesSql } from '#features/account/server/public.ts';
import { type MedicalStatus, type Packet, pageSize, type Region } from '#features/forms/shared/contract.ts';
import { isActiveInstructorSql, isProfessionalSql, isStoreSql } from '#features/professionals/server/public.ts';

/** A signed form in a list, without answers. */
export interface ListedRow {
  id: string;
  affiliateId: number;
  diverName: string;
  packet: Packet;
  region: Region;
  signedDate: string;
  validUntil: string;
  medicalStatus: MedicalStatus;
  isConfirmationPending: boolean;
  storeNumber: number | null;
  storeName: string | null;
  memberNumber: number | null;
  memberName: string | null;
  isMinor: boolean;
  isRemoved: boolean;
  replaces: string | null;
  replacedBy: string | null;
  blobs: { id: string; kind: 'document' | 'evaluation' | 'page'; createdDate: string }[];
}

export interface ListedPage {
  total: number;
  items: ListedRow[];
}

/** Columns for a record r and its diver p. */
const columns = `r.id, r.affiliate_id as "affiliateId", ${fullNameSql('p')} as "diverName", r.packet, r.region,
  ${isoTimestampSql('r.signed_at')} as "signedDate", r.valid_until::text as "validUntil", r.medical_status as "medicalStatus",
  ${hasPendingClearanceSql('r')} as "isConfirmationPending",
  r.store_number as "storeNumber", r.member_number as "memberNumber", r.is_minor as "isMinor",
  r.removed_at is not null as "isRemoved", r.replaces,
  (select nullif(${fullNameSql('s')}, '') from person s
    where s.store_number = r.store_number and ${isStoreSql('s')}) as "storeName",
  (select nullif(${fullNameSql('m')}, '') from person m
    where m.member_number = r.member_number and ${isProfessionalSql('m')}) as "memberName",
  (select n.id from form_record n where n.affiliate_id = r.affiliate_id and n.replaces = r.id
    order by n.signed_at desc limit 1) as "replacedBy",
  coalesce((select json_agg(json_build_object('id', b.id, 'kind', b.kind, 'createdDate', ${isoTimestampSql('b.created_at')})
      order by b.created_at, b.id)
    from form_blob b where b.affiliate_id = r.affiliate_id and b.record_id = r.id and b.file_key is not null), '[]')
    as blobs`;

/** Returns the total and one page in one statement. */
const listPageSql = (found: string, offset: string) => `
  with found as (${found}), page as (
    select ${columns} from form_record r join found using (affiliate_id, id) join person p using (affiliate_id)
    order by r.signed_at desc, r.id limit ${pageSize} offset ${offset}
  )
  select (select count(*)::int from found) as total, coalesce((select json_agg(page) from page), '[]') as items`;

export const listDiverRecords = statement<ListedPage, [affiliateId: number, offset: number]>(
  listPageSql('select r.affiliate_id, r.id from form_record r where r.affiliate_id = $1', '$2::int'),
);

/** The forms that name the store, or the professional while they are active. */
export const listReceivedRecords = statement<
  ListedPage,
  [
    reader: number,
    search: string,
    statuses: readonly MedicalStatus[] | null,
    offset: number,
    /** Only forms that the reader can confirm: pages, and physicians' responses whatever the form's status. */
    isOnlyToConfirm: boolean,
    today: string,
  ]
>(
  listPageSql(
    `select r.affiliate_id, r.id from form_record r join person p using (affiliate_id)
    where (r.store_number = (select v.store_number from person v where v.affiliate_id = $1 and ${isStoreSql('v')})
      or r.member_number = (select v.member_number from person v
        where v.affiliate_id = $1 and ${isActiveInstructorSql('v')}))
      and ($2 = '' or ${searchNamesSql('p')} ilike '%' || $2 || '%')
      and ($3::text[] is null or (r.removed_at is null and (r.medical_status = any($3)
        or ($5 and ${hasPendingClearanceSql('r')}))))
      and (not $5 or (r.valid_until >= $6::date and not starts_with(p.sub, 'erased:')
        and not exists (select from form_record n where n.affiliate_id = r.affiliate_id and n.replaces = r.id)
        and $1 not in (select f.id from ${familySql('r.affiliate_id')} f)))`,
    '$4::int',
  ),
);

export const findListedRecord = statement<ListedRow, [id: string]>(
  `select ${columns} from form_record r join person p using (affiliate_id) where r.id = $1`,
);

export const listEvaluations = statement<
  {
    id: string;
    way: 'link' | 'page' | 'correction';
    decision: 'approved' | 'refused' | 'unclear' | 'corrected';
    encryptedContent: string | null;
    decidedAt: Date;
    needsConfirmation: boolean;
    outcome: 'confirmed' | 'declined' | null;
    encryptedConfirmation: string | null;
    confirmedAt: Date | null;
  },
  [affiliateId: number, recordId: string]
>(`
  select v.id, v.way, v.decision, v.sealed_content as "encryptedContent", v.decided_at as "decidedAt",
    v.needs_confirmation as "needsConfirmation", c.outcome, c.sealed_content as "encryptedConfirmation",
    c.decided_at as "confirmedAt"
  from form_evaluation v left join form_confirmation c on c.evaluation_id = v.id
  where v.affiliate_id = $1 and v.record_id = $2 order by v.decided_at, v.id`);

export const findBlob = statement<
  {
    recordId: string;
    kind: 'document' | 'evaluation' | 'page';
    contentType: string;
    encryptedKey: string | null;
    fileKey: string | null;
  },
  [id: string]
>(`
  select record_id as "recordId", kind, content_type as "contentType", sealed_key as "encryptedKey", file_key as "fileKey"
  from form_blob where id = $1`);
