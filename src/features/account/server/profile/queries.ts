import { statement } from '#platform/server/db/database.ts';
import type { PhotoState } from '#features/account/shared/profile-contract.ts';

interface EncryptedValue {
  encrypted: string;
  version: number;
}

export interface ContactRow {
  address: EncryptedValue | null;
  phone: EncryptedValue | null;
  photo: PhotoState | null;
}

/** The contact data of a profile in one query. */
export const selectContact = statement<ContactRow, [affiliateId: number]>(`
  select
    (select jsonb_build_object('encrypted', sealed_address, 'version', version) from mailing_address where affiliate_id = $1) as address,
    (select jsonb_build_object('encrypted', sealed_number, 'version', version) from phone_number where affiliate_id = $1) as phone,
    (select jsonb_build_object('id', id, 'status', status, 'reason', reason, 'uploadedAt', uploaded_at)
      from person_photo where affiliate_id = $1 order by uploaded_at desc, id limit 1) as photo`);

/** Serializes changes of a profile. `no key update` doesn't block inserts that only reference the person. */
export const lockPerson = statement<unknown, [affiliateId: number]>(
  'select from person where affiliate_id = $1 for no key update',
);

export const updatePerson = statement<
  { version: number },
  [
    affiliateId: number,
    givenName: string,
    middleName: string,
    familyName: string,
    birthdate: string | null,
    gender: string | null,
  ]
>(`
  update person set given_name = $2, middle_name = $3, family_name = $4, birthdate = $5, gender = $6, version = version + 1
  where affiliate_id = $1 returning version`);

export const upsertAddress = statement<{ version: number }, [affiliateId: number, encrypted: string]>(`
  insert into mailing_address as known (affiliate_id, sealed_address) values ($1, $2)
  on conflict (affiliate_id) do update
    set sealed_address = excluded.sealed_address, updated_at = now(), version = known.version + 1
  returning version`);

/** A removed number is stored as an empty one, so its version keeps increasing. */
export const upsertPhone = statement<{ version: number }, [affiliateId: number, encrypted: string]>(`
  insert into phone_number as known (affiliate_id, sealed_number) values ($1, $2)
  on conflict (affiliate_id) do update
    set sealed_number = excluded.sealed_number, updated_at = now(), version = known.version + 1
  returning version`);

export const insertPhoneChange = statement<unknown, [affiliateId: number, encrypted: string]>(
  'insert into phone_change (affiliate_id, sealed_number) values ($1, $2)',
);

export const updatePlace = statement<unknown, [affiliateId: number, city: string, country: string]>(
  'update person set city = $2, country = $3 where affiliate_id = $1',
);
