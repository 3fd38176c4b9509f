import type { Db } from '#platform/server/db/database.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decrypt } from '#platform/server/crypto/secrets.ts';
import type { Locale } from '#platform/shared/locale.ts';
import type { MailingAddress, PhotoState } from '#features/account/shared/profile-contract.ts';
import { getCountryName, isPostalCodeRequired, getStateName } from './countries.ts';
import { findContact } from './queries.ts';

/** The stored form of an address; names of countries and states depend on the reader's language. */
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
  /** 0 if there never was an address. */
  addressVersion: number;
  phoneNumber: string | null;
  phoneVersion: number;
  photo: PhotoState | null;
}

type Keys = readonly string[];

/** Key purpose of addresses and phone numbers. */
export const contactPurpose = 'contact';

export const contextOfAddress = (affiliateId: number) =>
  EncryptionContext.ofRow(contactPurpose, 'mailing_address', 'sealed_address', { affiliate_id: affiliateId });
export const contextOfPhone = (affiliateId: number) =>
  EncryptionContext.ofRow(contactPurpose, 'phone_number', 'sealed_number', { affiliate_id: affiliateId });

/** The person's mailing address. */
export function decryptAddress(keys: Keys, affiliateId: number, encrypted: string): StoredAddress {
  return JSON.parse(decrypt(keys, contextOfAddress(affiliateId), encrypted)) as StoredAddress;
}

export async function loadContact(keys: Keys, db: Db, affiliateId: number): Promise<Contact> {
  const row = await findContact.first(db, { affiliateId });
  const address = row?.address ?? null;
  const phone = row?.phone ?? null;
  const number = phone === null ? '' : decrypt(keys, contextOfPhone(affiliateId), phone.encrypted);
  return {
    address: address && decryptAddress(keys, affiliateId, address.encrypted),
    addressVersion: address?.version ?? 0,
    phoneNumber: number === '' ? null : number,
    phoneVersion: phone?.version ?? 0,
    photo: row?.photo ?? null,
  };
}

export function describeAddress(address: StoredAddress, locale: Locale): MailingAddress {
  return {
    ...address,
    country: getCountryName(address.countryId, locale),
    state: getStateName(address.countryId, address.stateId, locale),
    postalCodeRequired: isPostalCodeRequired(address.countryId),
  };
}
