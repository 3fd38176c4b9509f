import { sql } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { queryCreator } from '#platform/server/db/query-compiler.ts';

const selectCorrection = (p: Params<{ affiliateId: number }>) =>
  queryCreator
    .selectFrom('email_correction as c')
    .innerJoin('person as p', 'p.affiliate_id', 'c.affiliate_id')
    .select((eb) => [
      'c.affiliate_id as affiliateId',
      'c.id',
      'p.sub',
      'c.old_email as oldEmail',
      'c.new_email as newEmail',
      // The account's current address, which a later correction may have changed again.
      eb.fn.coalesce('p.email', sql.lit('')).as('currentEmail'),
      'c.reason',
      'c.requested_at as requestedAt',
      sql<boolean>`c.confirmed_at is null and c.cancelled_at is null`.as('isPending'),
      sql<boolean>`c.confirmed_at is not null and c.reverted_at is null`.as('isConfirmed'),
      'p.given_name as givenName',
      'p.language',
      'p.birthdate',
    ])
    .where('c.affiliate_id', '=', p.affiliateId);

export const findPending = query((_db, p: Params<{ affiliateId: number }>) =>
  selectCorrection(p).where('c.confirmed_at', 'is', null).where('c.cancelled_at', 'is', null),
);

export const findCorrection = query((_db, p: Params<{ affiliateId: number; id: string }>) =>
  selectCorrection(p).where('c.id', '=', p.id),
);
export type CorrectionRow = Row<typeof findCorrection>;

/** Locked, so two parallel requests are handled one after the other. */
export const lockCorrection = query((_db, p: Params<{ affiliateId: number; id: string }>) =>
  selectCorrection(p).where('c.id', '=', p.id).forNoKeyUpdate('c'),
);

interface NewCorrection {
  affiliateId: number;
  oldEmail: string;
  newEmail: string;
  reason: string;
  requestedBy: number;
}

export const insertCorrection = query((db, p: Params<NewCorrection>) =>
  db
    .insertInto('email_correction')
    .values({
      affiliate_id: p.affiliateId,
      old_email: p.oldEmail,
      new_email: p.newEmail,
      reason: p.reason,
      requested_by: p.requestedBy,
    })
    .returning(['id', 'requested_at as requestedAt']),
);

export const cancelPending = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .updateTable('email_correction')
    .set({ cancelled_at: sql<Date>`now()` })
    .where('affiliate_id', '=', p.affiliateId)
    .where('confirmed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id'),
);

export const confirmCorrection = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .updateTable('email_correction')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

/** Reverts later corrections as well, because they all led away from this address. */
export const revertCorrection = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .updateTable('email_correction as c')
    .from('email_correction as first')
    .set({ reverted_at: sql<Date>`now()` })
    .where('first.affiliate_id', '=', p.affiliateId)
    .where('first.id', '=', p.id)
    .where('c.affiliate_id', '=', p.affiliateId)
    .whereRef('c.confirmed_at', '>=', 'first.confirmed_at')
    .where('c.reverted_at', 'is', null),
);

/** Updated together with the account's address. */
export const updatePersonEmail = query((db, p: Params<{ affiliateId: number; email: string }>) =>
  db
    .updateTable('person')
    .set((eb) => ({ email: p.email, email_verified_at: sql<Date>`now()`, version: eb('version', '+', 1) }))
    .where('affiliate_id', '=', p.affiliateId),
);

/** Whether another account or person has the address. */
export const findEmailUse = query((db, p: Params<{ email: string; sub: string }>) =>
  db.selectNoFrom((eb) =>
    eb
      .or([
        eb.exists(
          eb
            .selectFrom('account')
            .select('sub')
            .where(sql<boolean>`lower(email) = lower(${p.email})`)
            .where(sql<boolean>`sub::text <> ${p.sub}`),
        ),
        eb.exists(
          eb
            .selectFrom('person')
            .select('sub')
            .where(sql<boolean>`lower(email) = lower(${p.email})`)
            .where('sub', '<>', p.sub),
        ),
      ])
      .as('isUsed'),
  ),
);
