import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Gender } from '#features/identity/shared/contract.ts';

/** The contact data of a profile in one query. */
export const findContact = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('mailing_address')
      .select((eb) =>
        jsonBuildObject({ encrypted: eb.ref('sealed_address'), version: eb.ref('version') }).as('address'),
      )
      .where('affiliate_id', '=', p.affiliateId)
      .as('address'),
    eb
      .selectFrom('phone_number')
      .select((eb) => jsonBuildObject({ encrypted: eb.ref('sealed_number'), version: eb.ref('version') }).as('phone'))
      .where('affiliate_id', '=', p.affiliateId)
      .as('phone'),
    eb
      .selectFrom('person_photo')
      .select((eb) =>
        jsonBuildObject({
          id: eb.ref('id'),
          status: eb.ref('status'),
          reason: eb.ref('reason'),
          uploadedAt: isoTimestamp('uploaded_at'),
        }).as('photo'),
      )
      .where('affiliate_id', '=', p.affiliateId)
      .orderBy('uploaded_at', 'desc')
      .orderBy('id')
      .limit(1)
      .as('photo'),
  ]),
);

/** Serializes changes of a profile. `no key update` doesn't block inserts that only reference the person. */
export const lockPerson = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('affiliate_id').where('affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);

interface PersonChange {
  affiliateId: number;
  givenName: string;
  middleName: string;
  familyName: string;
  birthdate: string | null;
  gender: Gender | null;
}

export const updatePerson = query((db, p: Params<PersonChange>) =>
  db
    .updateTable('person')
    .set((eb) => ({
      given_name: p.givenName,
      middle_name: p.middleName,
      family_name: p.familyName,
      birthdate: p.birthdate,
      gender: p.gender,
      version: eb('version', '+', 1),
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .returning('version'),
);

export const upsertAddress = query((db, p: Params<{ affiliateId: number; encrypted: string }>) =>
  db
    .insertInto('mailing_address')
    .values({ affiliate_id: p.affiliateId, sealed_address: p.encrypted })
    .onConflict((conflict) =>
      conflict.column('affiliate_id').doUpdateSet((eb) => ({
        sealed_address: eb.ref('excluded.sealed_address'),
        updated_at: sql`now()`,
        version: eb('mailing_address.version', '+', 1),
      })),
    )
    .returning('version'),
);

/** A removed number is stored as an empty one, so its version keeps increasing. */
export const upsertPhone = query((db, p: Params<{ affiliateId: number; encrypted: string }>) =>
  db
    .insertInto('phone_number')
    .values({ affiliate_id: p.affiliateId, sealed_number: p.encrypted })
    .onConflict((conflict) =>
      conflict.column('affiliate_id').doUpdateSet((eb) => ({
        sealed_number: eb.ref('excluded.sealed_number'),
        updated_at: sql`now()`,
        version: eb('phone_number.version', '+', 1),
      })),
    )
    .returning('version'),
);

export const updatePlace = query((db, p: Params<{ affiliateId: number; city: string; countryId: string }>) =>
  db.updateTable('person').set({ city: p.city, country: p.countryId }).where('affiliate_id', '=', p.affiliateId),
);
