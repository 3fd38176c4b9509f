import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

export const findCandidate = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .select((eb) => [
      'n.full_name as name',
      'p.birthdate',
      'p.language',
      sql<number[]>`array${eb
        .selectFrom('outside_certification as o')
        .select((eb) => eb.cast<number>('o.equivalent_level_id', 'int4').as('levelID'))
        .whereRef('o.affiliate_id', '=', 'p.affiliate_id')
        .where('o.equivalent_level_id', 'is not', null)}`.as('outsideLevelIDs'),
      jsonArrayFrom(
        eb
          .selectFrom('certification as c')
          .select((eb) => [
            'c.license_id as licenseID',
            'c.level_id as levelID',
            eb('c.revoked_at', 'is not', null).as('isRevoked'),
          ])
          .whereRef('c.affiliate_id', '=', 'p.affiliate_id')
          .orderBy('c.license_id'),
      ).as('held'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);
export type CandidateRow = Row<typeof findCandidate>;

export const listOutsideTraining = query((db, p: Params<{ affiliateId: number; packageId: string }>) =>
  db
    .selectFrom('outside_training')
    .select((eb) => [
      'part',
      'trained_on as trainedOn',
      'place',
      'instructor_number as instructorNumber',
      eb('confirmed_at', 'is not', null).as('isConfirmed'),
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .orderBy('part'),
);
export type OutsideTrainingRow = Row<typeof listOutsideTraining>;

interface NewOutsideTraining {
  affiliateId: number;
  packageId: string;
  part: string;
  trainedOn: string;
  place: string;
  instructorNumber: string;
  enteredBy: number;
}

/** A new entry replaces the former one and must be confirmed again. */
export const upsertOutsideTraining = query((db, p: Params<NewOutsideTraining>) =>
  db
    .insertInto('outside_training')
    .values({
      affiliate_id: p.affiliateId,
      package_id: p.packageId,
      part: p.part,
      trained_on: p.trainedOn,
      place: p.place,
      instructor_number: p.instructorNumber,
      entered_by: p.enteredBy,
    })
    .onConflict((conflict) =>
      conflict.columns(['affiliate_id', 'package_id', 'part']).doUpdateSet((eb) => ({
        trained_on: eb.ref('excluded.trained_on'),
        place: eb.ref('excluded.place'),
        instructor_number: eb.ref('excluded.instructor_number'),
        entered_by: eb.ref('excluded.entered_by'),
        entered_at: sql`now()`,
        confirmed_by: null,
        confirmed_at: null,
      })),
    ),
);

export const deleteOutsideTraining = query((db, p: Params<{ affiliateId: number; packageId: string; part: string }>) =>
  db
    .deleteFrom('outside_training')
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .where('part', '=', p.part)
    .returning('part'),
);

export const confirmOutsideTraining = query(
  (db, p: Params<{ affiliateId: number; packageId: string; confirmedBy: number }>) =>
    db
      .updateTable('outside_training')
      .set({ confirmed_by: p.confirmedBy, confirmed_at: sql`now()` })
      .where('affiliate_id', '=', p.affiliateId)
      .where('package_id', '=', p.packageId)
      .where('confirmed_at', 'is', null)
      .returning('part'),
);

/** Locks verified dives until the card is issued, so a later undo finds the card. */
export const lockVerifiedDives = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('dive_log')
    .select('id')
    .where('affiliate_id', '=', p.affiliateId)
    .where('status', '=', 'Verified')
    .orderBy('id')
    .forShare(),
);
