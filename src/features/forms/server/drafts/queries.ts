import { sql, type QueryCreator } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { selectInvitedAddress } from '#features/family/server/public.ts';
import type { Packet, Region, SignerRole } from '#features/forms/shared/contract.ts';

/**
 * `birthdate` is the one when the draft was started, `currentBirthdate` the one in the profile. Divers with an email
 * address have an account to sign with. Signatures of former guardians are left out.
 */
const selectDrafts = (db: QueryCreator<Tables>, p: Params<{ now: Date }>) =>
  db
    .selectFrom('form_draft as d')
    .innerJoin('person as p', 'p.affiliate_id', 'd.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'd.affiliate_id')
    .leftJoin('active_store as s', 's.store_number', 'd.store_number')
    .leftJoin('person_name as sn', 'sn.affiliate_id', 's.affiliate_id')
    .leftJoin('professional as m', 'm.member_number', 'd.member_number')
    .leftJoin('person_name as mn', 'mn.affiliate_id', 'm.affiliate_id')
    .select((eb) => [
      'd.affiliate_id as affiliateId',
      'd.id',
      'd.packet',
      'd.region',
      'd.versions',
      'd.store_number as storeNumber',
      'd.member_number as memberNumber',
      'd.replaces',
      'd.birthdate',
      'p.birthdate as currentBirthdate',
      eb('p.email', 'is not', null).as('hasEmail'),
      'd.sealed_key as encryptedKey',
      'd.sealed_answers as encryptedAnswers',
      'd.state',
      'd.revision',
      'd.begun_by as begunBy',
      'd.updated_at as updatedAt',
      'n.full_name as diverName',
      sql<string | null>`nullif(sn.full_name, '')`.as('storeName'),
      sql<string | null>`nullif(mn.full_name, '')`.as('memberName'),
      selectInvitedAddress({ affiliateId: eb.ref('d.affiliate_id'), draftId: eb.ref('d.id') }, p.now).as(
        'invitedGuardian',
      ),
      jsonArrayFrom(
        eb
          .selectFrom('guardian_link as g')
          .innerJoin('person_name as a', 'a.affiliate_id', 'g.guardian_id')
          .select(['g.guardian_id as affiliateId', 'a.full_name as name'])
          .whereRef('g.affiliate_id', '=', 'd.affiliate_id')
          .orderBy('g.guardian_id'),
      ).as('guardians'),
      jsonArrayFrom(
        eb
          .selectFrom('form_signature as f')
          .select(['f.role', 'f.id', 'f.signer_id as signerId', 'f.sealed_signature as encrypted'])
          .whereRef('f.affiliate_id', '=', 'd.affiliate_id')
          .whereRef('f.draft_id', '=', 'd.id')
          .where((eb) =>
            eb.or([
              eb('f.role', '=', 'diver'),
              eb.exists(
                eb
                  .selectFrom('guardian_link as g')
                  .whereRef('g.affiliate_id', '=', 'd.affiliate_id')
                  .whereRef('g.guardian_id', '=', 'f.signer_id'),
              ),
            ]),
          )
          .orderBy('f.signed_at'),
      ).as('signatures'),
    ])
    .where('d.deleted_at', 'is', null);

export const findDraft = query((db, p: Params<{ id: string; now: Date }>) =>
  selectDrafts(db, p).where('d.id', '=', p.id),
);

export type DraftRow = Row<typeof findDraft>;

/** The user's drafts and those of their linked children; the caller checks whether these are still minors. */
export const listDrafts = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  selectDrafts(db, p)
    .where((eb) =>
      eb(
        'd.affiliate_id',
        'in',
        eb
          .selectFrom('guardian_link as g')
          .select('g.affiliate_id')
          .where('g.guardian_id', '=', p.affiliateId)
          .union(db.selectNoFrom(eb.cast<number>(p.affiliateId, 'int8').as('affiliate_id'))),
      ),
    )
    .orderBy('d.updated_at', 'desc'),
);

/** Locks before reading, so a waiting transaction reads the changes of the previous one. */
export const lockDraft = query((db, p: Params<{ id: string }>) =>
  db.selectFrom('form_draft').where('id', '=', p.id).where('deleted_at', 'is', null).forNoKeyUpdate(),
);

export const findOpenDraft = query((db, p: Params<{ affiliateId: number; packet: Packet }>) =>
  db
    .selectFrom('form_draft')
    .select('id')
    .where('affiliate_id', '=', p.affiliateId)
    .where('packet', '=', p.packet)
    .where('deleted_at', 'is', null),
);

interface NewDraftRow {
  affiliateId: number;
  id: string;
  packet: Packet;
  region: Region;
  versions: Record<string, number>;
  storeNumber: number | null;
  memberNumber: number | null;
  replaces: string | null;
  birthdate: string;
  encryptedKey: string;
  encryptedAnswers: string;
  begunBy: number;
  now: Date;
}

/** Returns no row if a concurrent request inserted the draft first. */
export const insertDraft = query((db, p: Params<NewDraftRow>) =>
  db
    .insertInto('form_draft')
    .values({
      affiliate_id: p.affiliateId,
      id: p.id,
      packet: p.packet,
      region: p.region,
      versions: toJson(p.versions),
      store_number: p.storeNumber,
      member_number: p.memberNumber,
      replaces: p.replaces,
      birthdate: p.birthdate,
      sealed_key: p.encryptedKey,
      sealed_answers: p.encryptedAnswers,
      begun_by: p.begunBy,
      begun_at: p.now,
      updated_at: p.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

interface ChangedAnswers {
  affiliateId: number;
  id: string;
  encryptedAnswers: string;
  now: Date;
}

export const updateAnswers = query((db, p: Params<ChangedAnswers>) =>
  db
    .updateTable('form_draft')
    .set((eb) => ({ sealed_answers: p.encryptedAnswers, revision: eb('revision', '+', 1), updated_at: p.now }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

/** Runs with the first signature. */
export const freezeDraft = query((db, p: Params<ChangedAnswers>) =>
  db
    .updateTable('form_draft')
    .set({ state: 'signing', sealed_answers: p.encryptedAnswers, updated_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

type RenewedDraft = Omit<NewDraftRow, 'packet' | 'encryptedKey' | 'begunBy'>;

/** Drops the signatures, because the text to sign has changed. */
export const renewDraft = query((db, p: Params<RenewedDraft>) =>
  db
    .with('dropped', (db) =>
      db.deleteFrom('form_signature').where('affiliate_id', '=', p.affiliateId).where('draft_id', '=', p.id),
    )
    .updateTable('form_draft')
    .set((eb) => ({
      state: 'filling',
      birthdate: p.birthdate,
      region: p.region,
      versions: toJson(p.versions),
      store_number: p.storeNumber,
      member_number: p.memberNumber,
      replaces: p.replaces,
      sealed_answers: p.encryptedAnswers,
      revision: eb('revision', '+', 1),
      updated_at: p.now,
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

/** Deletes a signature before another one replaces it. */
export const deleteSignature = query((db, p: Params<{ affiliateId: number; draftId: string; role: SignerRole }>) =>
  db
    .deleteFrom('form_signature')
    .where('affiliate_id', '=', p.affiliateId)
    .where('draft_id', '=', p.draftId)
    .where('role', '=', p.role),
);

interface NewSignature {
  affiliateId: number;
  draftId: string;
  role: SignerRole;
  id: string;
  signerId: number;
  encrypted: string;
  now: Date;
}

export const insertSignature = query((db, p: Params<NewSignature>) =>
  db
    .insertInto('form_signature')
    .values({
      affiliate_id: p.affiliateId,
      draft_id: p.draftId,
      role: p.role,
      id: p.id,
      signer_id: p.signerId,
      sealed_signature: p.encrypted,
      signed_at: p.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

export const deleteDraft = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db.deleteFrom('form_draft').where('affiliate_id', '=', p.affiliateId).where('id', '=', p.id),
);

export const softDeleteDraft = query((db, p: Params<{ affiliateId: number; id: string; now: Date }>) =>
  db
    .updateTable('form_draft')
    .set({ deleted_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

export const findDeletedDraft = query((db, p: Params<{ id: string; since: Date }>) =>
  db
    .selectFrom('form_draft as d')
    .innerJoin('person as p', 'p.affiliate_id', 'd.affiliate_id')
    .select((eb) => [
      'd.affiliate_id as affiliateId',
      'd.packet',
      'p.birthdate',
      sql<number[]>`array(${eb
        .selectFrom('guardian_link as g')
        .select((eb) => eb.cast<number>('g.guardian_id', 'int4').as('id'))
        .whereRef('g.affiliate_id', '=', 'd.affiliate_id')})`.as('guardianIds'),
    ])
    .where('d.id', '=', p.id)
    .where('d.deleted_at', '>', p.since),
);

export const restoreDraft = query((db, p: Params<{ affiliateId: number; id: string; now: Date }>) =>
  db
    .updateTable('form_draft')
    .set({ deleted_at: null, updated_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

/** Deletes drafts that were discarded more than a day ago or not changed for a year. */
export const purgeDrafts = query((db, p: Params<{ now: Date }>) =>
  db
    .deleteFrom('form_draft')
    .where((eb) =>
      eb.or([
        eb('deleted_at', '<', sql<Date>`${p.now}::timestamptz - interval '1 day'`),
        eb('updated_at', '<', sql<Date>`${p.now}::timestamptz - interval '12 months'`),
      ]),
    ),
);

/** The diver's country, which decides the region of the forms. */
export const findHomeAddress = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .leftJoin('mailing_address as a', 'a.affiliate_id', 'p.affiliate_id')
    .select(['p.country', 'a.sealed_address as encryptedAddress'])
    .where('p.affiliate_id', '=', p.affiliateId),
);
