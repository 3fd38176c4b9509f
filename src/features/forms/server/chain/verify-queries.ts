import { statement } from '#platform/server/db/database.ts';
import type { ChainEntry, ChainHead } from './hash-chain.ts';

/** An entry with the stored rows that it covers. */
export interface EntryRow extends ChainEntry {
  hash: string;
  isRemovedLater: boolean;
  record: {
    affiliateId: number;
    packet: string;
    region: string;
    locale: string;
    versions: Record<string, number>;
    storeNumber: number | null;
    memberNumber: number | null;
    replaces: string | null;
    isMinor: boolean;
    signedAtMs: number;
    validUntil: string;
    keepUntil: string;
    isRemoved: boolean;
    medicalStatus: string;
    /** The last medical event in the chain: a page or a decision. */
    lastMedical: string | null;
  } | null;
  encryptedKey: string | null;
  encryptedContent: string | null;
  blob: { recordId: string; kind: string; sha256: string; bytes: number; fileKey: string | null } | null;
  evaluation: {
    recordId: string;
    way: string;
    decision: string;
    decidedBy: number | null;
    signedOn: string | null;
    decidedAtMs: number;
    needsConfirmation: boolean;
  } | null;
  confirmation: {
    recordId: string;
    evaluationId: string;
    outcome: string;
    decidedBy: number;
    decidedAtMs: number;
  } | null;
  /** The digest of the signed content, for a removal entry. */
  signedDigest: string | null;
}

const epochMsSql = (at: string) => `(extract(epoch from ${at}) * 1000)::bigint`;

export const selectEntries = statement<EntryRow, [after: number, limit: number]>(`
  select e.seq, (extract(epoch from e.at) * 1000000)::bigint as at_us, e.record_id, e.kind, e.of_id, e.digest,
    e.prev_hash, e.hash,
    exists (select from form_entry x where x.record_id = e.record_id and x.kind = 'removed') as "isRemovedLater",
    case when r.id is not null then json_build_object('affiliateId', r.affiliate_id, 'packet', r.packet,
      'region', r.region, 'locale', r.locale, 'versions', r.versions, 'storeNumber', r.store_number,
      'memberNumber', r.member_number, 'replaces', r.replaces, 'isMinor', r.is_minor,
      'signedAtMs', ${epochMsSql('r.signed_at')}, 'validUntil', r.valid_until, 'keepUntil', r.keep_until,
      'isRemoved', r.removed_at is not null, 'medicalStatus', r.medical_status,
      'lastMedical', (select coalesce(z.outcome, case when y.needs_confirmation then 'pending' else y.decision end, 'page')
        from form_entry x
        left join form_evaluation y on x.kind = 'evaluation' and y.id = x.of_id
        left join form_confirmation z on x.kind = 'confirmation' and z.id = x.of_id
        where e.kind = 'signed' and x.record_id = r.id and x.kind in ('page', 'evaluation', 'confirmation')
        order by x.seq desc limit 1)) end as record,
    case e.kind when 'signed' then r.sealed_key when 'evaluation' then v.sealed_key
      when 'confirmation' then c.sealed_key else b.sealed_key end as "encryptedKey",
    case e.kind when 'signed' then r.sealed_content when 'evaluation' then v.sealed_content
      when 'confirmation' then c.sealed_content end as "encryptedContent",
    case when b.id is not null then json_build_object('recordId', b.record_id, 'kind', b.kind, 'sha256', b.sha256,
      'bytes', b.bytes, 'fileKey', b.file_key) end as blob,
    case when v.id is not null then json_build_object('recordId', v.record_id, 'way', v.way, 'decision', v.decision,
      'decidedBy', v.decided_by, 'signedOn', v.signed_on, 'decidedAtMs', ${epochMsSql('v.decided_at')},
      'needsConfirmation', v.needs_confirmation) end as evaluation,
    case when c.id is not null then json_build_object('recordId', c.record_id, 'evaluationId', c.evaluation_id,
      'outcome', c.outcome, 'decidedBy', c.decided_by, 'decidedAtMs', ${epochMsSql('c.decided_at')}) end as confirmation,
    case when e.kind = 'removed' then (select x.digest from form_entry x
      where x.record_id = e.record_id and x.kind = 'signed') end as "signedDigest"
  from form_entry e
  left join form_record r on r.id = e.record_id
  left join form_blob b on e.kind in ('document', 'page') and b.id = e.of_id
  left join form_evaluation v on e.kind = 'evaluation' and v.id = e.of_id
  left join form_confirmation c on e.kind = 'confirmation' and c.id = e.of_id
  where e.seq > $1 order by e.seq limit $2`);

export const selectHead = statement<ChainHead, []>('select entries, hash from form_head');

/** Stored rows that no chain entry covers. */
const unchainedRows = (table: string, kinds: string, recordId: string) =>
  statement<{ id: string }, [after: string, limit: number]>(`
    select t.id from ${table} t where t.id > $1::uuid and not exists (
      select from form_entry e where e.record_id = t.${recordId} and e.of_id = t.id and e.kind in (${kinds}))
    order by t.id limit $2`);

export const listUnchainedRows = {
  record: unchainedRows('form_record', "'signed'", 'id'),
  file: unchainedRows('form_blob', "'document', 'page'", 'record_id'),
  evaluation: unchainedRows('form_evaluation', "'evaluation'", 'record_id'),
  confirmation: unchainedRows('form_confirmation', "'confirmation'", 'record_id'),
};

const recordIdSql = (data: string) =>
  `(case when ${data} ->> 'record' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${data} ->> 'record' end)::uuid`;

/** Signatures in the audit chain that this chain lacks, because its end was cut off or rewritten. */
export const listAuditedWithoutEntry = statement<{ seq: number; recordId: string }, [after: number, limit: number]>(`
  select a.seq, a.data ->> 'record' as "recordId" from audit_entry a
  where a.seq > $1 and a.action = 'forms.signed' and not exists (
    select from form_entry e where e.record_id = ${recordIdSql('a.data')} and e.hash = a.data ->> 'hash')
  order by a.seq limit $2`);
