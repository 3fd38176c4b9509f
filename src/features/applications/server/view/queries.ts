import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

export const listPeople = query((db, p: Params<{ affiliateIds: readonly number[] }>) =>
  db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .leftJoin('mailing_address as a', 'a.affiliate_id', 'p.affiliate_id')
    .select((eb) => [
      'p.affiliate_id as affiliateId',
      'n.full_name as name',
      'p.email',
      'p.birthdate',
      'p.city',
      'p.country',
      'p.member_number as memberNumber',
      'p.member_status as memberStatus',
      'p.store_number as storeNumber',
      eb
        .exists(
          eb
            .selectFrom('person_photo as f')
            .whereRef('f.affiliate_id', '=', 'p.affiliate_id')
            .where('f.status', '=', 'approved'),
        )
        .as('hasPhoto'),
      'a.sealed_address as encryptedAddress',
    ])
    .where((eb) => eb('p.affiliate_id', '=', eb.fn.any(p.affiliateIds))),
);

export type PersonRow = Row<typeof listPeople>;

/** Includes only signatures given since the last submission. */
export const findApplicationDetails = query((db, p: Params<{ affiliateId: number; applicationId: number }>) => {
  const steps = db
    .selectFrom('application_step as s')
    .where('s.affiliate_id', '=', p.affiliateId)
    .where('s.application_id', '=', p.applicationId);
  return db.selectNoFrom((eb) => [
    jsonArrayFrom(
      steps
        .leftJoin('person_name as n', 'n.affiliate_id', 's.by_id')
        .select((eb) => [
          's.action',
          's.to_state as toState',
          's.by_role as byRole',
          eb.fn<string | null>('nullif', ['n.full_name', eb.val('')]).as('byName'),
          's.note',
          's.reasons',
          isoTimestamp('s.at').as('date'),
        ])
        .orderBy('s.seq'),
    ).as('steps'),
    jsonArrayFrom(
      eb
        .selectFrom('application_signature as g')
        .select(['g.id', 'g.role', 'g.sealed_signature as encrypted', isoTimestamp('g.signed_at').as('date')])
        .where('g.affiliate_id', '=', p.affiliateId)
        .where('g.application_id', '=', p.applicationId)
        .where('g.signed_at', '>=', steps.select((eb) => eb.fn.max('s.at').as('at')).where('s.action', '=', 'submit'))
        .orderBy('g.signed_at')
        .orderBy('g.role'),
    ).as('signatures'),
    jsonArrayFrom(
      eb
        .selectFrom('application_proof as f')
        .select([
          'f.id',
          'f.kind',
          'f.name',
          'f.content_type as contentType',
          'f.bytes',
          'f.dated',
          isoTimestamp('f.uploaded_at').as('uploadedDate'),
        ])
        .where('f.affiliate_id', '=', p.affiliateId)
        .where('f.application_id', '=', p.applicationId)
        .orderBy('f.uploaded_at')
        .orderBy('f.id'),
    ).as('proofs'),
  ]);
});

export type StepRow = Row<typeof findApplicationDetails>['steps'][number];
