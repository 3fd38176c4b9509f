import type { Db } from '../../../platform/server/db.ts';
import { decrypt, encrypt } from '../../../platform/server/secrets.ts';
import type { Locale } from '../../../platform/shared/locale.ts';
import type { MailingAddress, PhotoState } from '../shared/profile-contract.ts';
import { countryName, isPostalCodeRequired, stateName } from './countries.ts';
import { selectContact } from './profile-sql.ts';

/** What is kept of an address; the names that go with the codes depend on who reads. */
export interface StoredAddress {
  addressLine1: string;
  addressLine2: string;
  city: string;
  countryId: string;
  stateId: string | null;
  postalCode: string;
}

export interface Contact {
  address: StoredAddress | null;
  /** 0 where there never was one. */
  addressVersion: number;
  phoneNumber: string | null;
  phoneVersion: number;
  photo: PhotoState | null;
}

type Keys = readonly string[];

const purpose = 'contact';

export function sealContact(keys: Keys, text: string): string {
  return encrypt(keys, purpose, text);
}

export function openContact(keys: Keys, sealed: string): string {
  return decrypt(keys, purpose, sealed);
}

export function openAddress(keys: Keys, sealed: string): StoredAddress {
  return JSON.parse(openContact(keys, sealed)) as StoredAddress;
}

export async function readContact(keys: Keys, db: Db, affiliateId: number): Promise<Contact> {
  const [row] = await selectContact(db, affiliateId);
  const address = row?.address ?? null;
  const phone = row?.phone ?? null;
  const number = phone === null ? '' : openContact(keys, phone.sealed);
  return {
    address: address && openAddress(keys, address.sealed),
    addressVersion: address?.version ?? 0,
    phoneNumber: number === '' ? null : number,
    phoneVersion: phone?.version ?? 0,
    photo: row?.photo ?? null,
  };
}

export function describeAddress(address: StoredAddress, locale: Locale): MailingAddress {
  return {
    ...address,
    country: countryName(address.countryId, locale),
    state: stateName(address.countryId, address.stateId, locale),
    postalCodeRequired: isPostalCodeRequired(address.countryId),
  };
}
