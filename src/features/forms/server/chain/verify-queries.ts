import { expressionBuilder, sql, type Expression, type QueryCreator } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import type { ChainEntryKind } from './hash-chain.ts';

/** The joined rows of an entry. Their columns are only used if the row exists, so they are typed as not null. */
interface CoveredRows {
  e: Tables['form_entry'];
  r: Tables['form_record'];
  b: Tables['form_blob'];
  v: Tables['form_evaluation'];
  c: Tables['form_confirmation'];
}
const covered = expressionBuilder<Tables & CoveredRows, keyof CoveredRows>();

const epochMs = (at: string) => sql<number>`(extract(epoch from ${sql.ref(at)}) * 1000)::bigint`;

/** The last medical event in the chain: a page or a decision. */
const lastMedical = covered
  .selectFrom('form_entry as x')
  .leftJoin('form_evaluation as y', (join) => join.on('x.kind', '=', 'evaluation').onRef('y.id', '=', 'x.of_id'))
  .leftJoin('form_confirmation as z', (join) => join.on('x.kind', '=', 'confirmation').onRef('z.id', '=', 'x.of_id'))
  .select(
    sql<string>`coalesce(z.outcome, case when y.needs_confirmation then 'pending' else y.decision end, 'page')`.as(
      'event',
    ),
  )
  .where('e.kind', '=', 'signed')
  .whereRef('x.record_id', '=', 'r.id')
  .where('x.kind', 'in', ['page', 'evaluation', 'confirmation'])
  .orderBy('x.seq', 'desc')
  .limit(1);

const record = jsonBuildObject({
  affiliateId: covered.ref('r.affiliate_id'),
  packet: covered.ref('r.packet'),
  region: covered.ref('r.region'),
  locale: covered.ref('r.locale'),
  versions: covered.ref('r.versions'),
  storeNumber: covered.ref('r.store_number'),
  memberNumber: covered.ref('r.member_number'),
  replaces: covered.ref('r.replaces'),
  isMinor: covered.ref('r.is_minor'),
  signedAtMs: epochMs('r.signed_at'),
  validUntil: covered.ref('r.valid_until'),
  keepUntil: covered.ref('r.keep_until'),
  isRemoved: covered('r.removed_at', 'is not', null).$castTo<boolean>(),
  medicalStatus: covered.ref('r.medical_status'),
  lastMedical: lastMedical.$asScalar(),
});

const blob = jsonBuildObject({
  recordId: covered.ref('b.record_id'),
  kind: covered.ref('b.kind'),
  sha256: covered.ref('b.sha256'),
  bytes: covered.ref('b.bytes'),
  fileKey: covered.ref('b.file_key'),
});

const evaluation = jsonBuildObject({
  recordId: covered.ref('v.record_id'),
  way: covered.ref('v.way'),
  decision: covered.ref('v.decision'),
  decidedBy: covered.ref('v.decided_by'),
  signedOn: covered.ref('v.signed_on'),
  decidedAtMs: epochMs('v.decided_at'),
  needsConfirmation: covered.ref('v.needs_confirmation'),
});

const confirmation = jsonBuildObject({
  recordId: covered.ref('c.record_id'),
  evaluationId: covered.ref('c.evaluation_id'),
  outcome: covered.ref('c.outcome'),
  decidedBy: covered.ref('c.decided_by'),
  decidedAtMs: epochMs('c.decided_at'),
});

interface Range {
  after: number;
  upTo: number;
  limit: number;
}

const selectEntries = (db: QueryCreator<Tables>, p: Params<Range>) =>
  db
    .selectFrom('form_entry as e')
    .leftJoin('form_record as r', 'r.id', 'e.record_id')
    .leftJoin('form_blob as b', (join) => join.on('e.kind', 'in', ['document', 'page']).onRef('b.id', '=', 'e.of_id'))
    .leftJoin('form_evaluation as v', (join) => join.on('e.kind', '=', 'evaluation').onRef('v.id', '=', 'e.of_id'))
    .leftJoin('form_confirmation as c', (join) => join.on('e.kind', '=', 'confirmation').onRef('c.id', '=', 'e.of_id'))
    .select((eb) => [
      'e.seq',
      'e.chain',
      'e.chain_seq',
      sql<number>`(extract(epoch from e.at) * 1000000)::bigint`.as('at_us'),
      'e.record_id',
      'e.kind',
      'e.of_id',
      'e.digest',
      'e.prev_hash',
      'e.hash',
      eb
        .exists(
          eb.selectFrom('form_entry as x').whereRef('x.record_id', '=', 'e.record_id').where('x.kind', '=', 'removed'),
        )
        .as('isRemovedLater'),
      eb.case().when('r.id', 'is not', null).then(record).end().as('record'),
      eb
        .case('e.kind')
        .when('signed')
        .then(eb.ref('r.sealed_key'))
        .when('evaluation')
        .then(eb.ref('v.sealed_key'))
        .when('confirmation')
        .then(eb.ref('c.sealed_key'))
        .else(eb.ref('b.sealed_key'))
        .end()
        .as('encryptedKey'),
      eb
        .case('e.kind')
        .when('signed')
        .then(eb.ref('r.sealed_content'))
        .when('evaluation')
        .then(eb.ref('v.sealed_content'))
        .when('confirmation')
        .then(eb.ref('c.sealed_content'))
        .end()
        .as('encryptedContent'),
      eb
        .case('e.kind')
        .when('signed')
        .then(eb.ref('r.affiliate_id'))
        .when('evaluation')
        .then(eb.ref('v.affiliate_id'))
        .when('confirmation')
        .then(eb.ref('c.affiliate_id'))
        .else(eb.ref('b.affiliate_id'))
        .end()
        .as('owner'),
      eb.case().when('b.id', 'is not', null).then(blob).end().as('blob'),
      eb.case().when('v.id', 'is not', null).then(evaluation).end().as('evaluation'),
      eb.case().when('c.id', 'is not', null).then(confirmation).end().as('confirmation'),
      eb
        .case()
        .when('e.kind', '=', 'removed')
        .then(
          eb
            .selectFrom('form_entry as x')
            .select('x.digest')
            .whereRef('x.record_id', '=', 'e.record_id')
            .where('x.kind', '=', 'signed')
            .$asScalar(),
        )
        .end()
        .as('signedDigest'),
    ])
    .where('e.seq', '>', p.after)
    .where('e.seq', '<=', p.upTo)
    .orderBy('e.seq')
    .limit(p.limit);

/** Entries with the stored rows that they cover. `signedDigest` is the digest of a removed record's content. */
export const listEntries = query((db, p: Params<Range>) => selectEntries(db, p));
export const listEntriesOfChain = query((db, p: Params<Range & { chain: number }>) =>
  selectEntries(db, p).where('e.chain', '=', p.chain),
);
export const listLinks = query((db, p: Params<{ seqs: readonly number[] }>) =>
  db
    .selectFrom('form_entry as e')
    .select(['e.seq', 'e.chain', 'e.chain_seq', 'e.prev_hash', 'e.hash'])
    .where(sql<boolean>`e.seq = any (${p.seqs}::bigint[])`),
);
export const listRest = query((db, p: Params<{ after: number }>) =>
  db
    .selectFrom('form_entry as e')
    .select(['e.chain', sql<number>`min(e.chain_seq)`.as('first'), sql<number>`max(e.chain_seq)`.as('last')])
    .where('e.seq', '>', p.after)
    .groupBy('e.chain'),
);

export type EntryRow = Row<typeof listEntries>;

type RowPage = Params<{ after: string; limit: number }>;

const isUnchained = (recordId: Expression<string>, id: Expression<string>, ...kinds: ChainEntryKind[]) => {
  const eb = expressionBuilder<Tables>();
  return eb.not(
    eb.exists(
      eb
        .selectFrom('form_entry as e')
        .where('e.record_id', '=', recordId)
        .where('e.of_id', '=', id)
        .where('e.kind', 'in', kinds),
    ),
  );
};

/** Stored rows that no chain entry covers. */
export const listUnchainedRows = {
  record: query((db, p: RowPage) =>
    db
      .selectFrom('form_record as t')
      .select('t.id')
      .where('t.id', '>', p.after)
      .where(({ ref }) => isUnchained(ref('t.id'), ref('t.id'), 'signed'))
      .orderBy('t.id')
      .limit(p.limit),
  ),
  file: query((db, p: RowPage) =>
    db
      .selectFrom('form_blob as t')
      .select('t.id')
      .where('t.id', '>', p.after)
      .where(({ ref }) => isUnchained(ref('t.record_id'), ref('t.id'), 'document', 'page'))
      .orderBy('t.id')
      .limit(p.limit),
  ),
  evaluation: query((db, p: RowPage) =>
    db
      .selectFrom('form_evaluation as t')
      .select('t.id')
      .where('t.id', '>', p.after)
      .where(({ ref }) => isUnchained(ref('t.record_id'), ref('t.id'), 'evaluation'))
      .orderBy('t.id')
      .limit(p.limit),
  ),
  confirmation: query((db, p: RowPage) =>
    db
      .selectFrom('form_confirmation as t')
      .select('t.id')
      .where('t.id', '>', p.after)
      .where(({ ref }) => isUnchained(ref('t.record_id'), ref('t.id'), 'confirmation'))
      .orderBy('t.id')
      .limit(p.limit),
  ),
};

const auditedRecord = sql<string>`a.data ->> 'record'`;
/** Null if the audit entry contains no valid id. */
const auditedRecordId = sql<string>`(case when ${auditedRecord} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then ${auditedRecord} end)::uuid`;

/** Signatures in the audit chain that this chain lacks, because its end was cut off or rewritten. */
export const listAuditedWithoutEntry = query((db, p: Params<{ after: number; limit: number }>) =>
  db
    .selectFrom('audit_entry as a')
    .select(['a.seq', auditedRecord.as('recordId')])
    .where('a.seq', '>', p.after)
    .where('a.action', '=', 'forms.signed')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('form_entry as e')
            .where('e.record_id', '=', auditedRecordId)
            .where('e.hash', '=', sql<string>`a.data ->> 'hash'`),
        ),
      ),
    )
    .orderBy('a.seq')
    .limit(p.limit),
);
