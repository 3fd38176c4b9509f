import type { Db } from '#platform/server/db/database.ts';
import { demoPeople } from '#features/identity/server/public.ts';
import { encryptContact, type StoredAddress } from '#features/account/server/profile/contact.ts';

interface DemoContact {
  affiliateId: number;
  /** Invented street address. */
  address: [line: string, city: string, postalCode: string, countryId: string, stateId?: string];
  /** A number from a range reserved for fiction. */
  phone: string;
  /** Public columns of a professional or store. */
  publicColumns?: Record<string, string | number>;
}

/** Contact data by email. The values are fixed for reproducible tests and screenshots. */
const contactByEmail: Record<string, DemoContact> = {
  'diver@demo.test': {
    affiliateId: 400_001,
    address: ['Klippgången 14', 'Gothenburg', '413 00', 'SE'],
    phone: '+46313900612',
  },
  'student@demo.test': {
    affiliateId: 400_002,
    address: ['Speicherstieg 7', 'Hamburg', '20000', 'DE'],
    phone: '+4940669690123',
  },
  'minor@demo.test': {
    affiliateId: 400_003,
    address: ['3 Harbour Steps', 'Kelder Bay', 'TR99 1AB', 'GB'],
    phone: '+441914980103',
  },
  'guardian@demo.test': {
    affiliateId: 400_004,
    address: ['3 Harbour Steps', 'Kelder Bay', 'TR99 1AB', 'GB'],
    phone: '+441914980104',
  },
  'instructor@demo.test': {
    affiliateId: 400_005,
    address: ['12 Lantern Row', 'Kelder Bay', 'TR99 2CD', 'GB'],
    phone: '+441914980105',
    publicColumns: { city: 'Kelder Bay', country: 'GB', member_number: 100_001, member_status: 'Active' },
  },
  'candidate@demo.test': {
    affiliateId: 400_006,
    address: ['1450 Lehua Reef Road', 'Hilo', '96720', 'US', 'US-HI'],
    phone: '+18085550142',
  },
  'store@demo.test': {
    affiliateId: 400_007,
    address: ['The Old Lifeboat House, Quay Street', 'Kelder Bay', 'TR99 3EF', 'GB'],
    phone: '+441914980107',
    publicColumns: {
      city: 'Kelder Bay',
      country: 'GB',
      store_number: 20_001,
      available_credit_minor: 250_000,
      available_credit_currency: 'USD',
    },
  },
  'staff@demo.test': {
    affiliateId: 400_008,
    address: ['Rua do Farol Velho 21', 'Lisbon', '1200-000', 'PT'],
    phone: '+33639981208',
  },
};

/** Old enough that no rule for new accounts applies. */
const memberSince = new Date('2025-03-01T09:00:00Z');

export async function seedDemoPeople(db: Db, secretKeys: readonly string[]): Promise<void> {
  for (const person of demoPeople) {
    const contact = contactByEmail[person.email];
    if (contact === undefined) throw new Error(`demo contact missing for ${person.email}`);
    const { affiliateId, publicColumns = {} } = contact;
    await db
      .insertInto('person')
      .values({
        affiliate_id: affiliateId,
        sub: person.sub,
        email: person.email,
        email_verified_at: new Date(),
        created_at: memberSince,
        given_name: person.givenName,
        family_name: person.familyName,
        birthdate: person.birthdate,
        gender: person.gender,
        affiliate_type_id: person.affiliateTypeId,
        ...publicColumns,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await seedContact(db, secretKeys, contact);
  }
  await db
    .insertInto('guardian_link')
    .values({ affiliate_id: 400_003, guardian_id: 400_004 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function seedContact(db: Db, secretKeys: readonly string[], contact: DemoContact): Promise<void> {
  const [addressLine1, city, postalCode, countryId, stateId = null] = contact.address;
  const address: StoredAddress = { addressLine1, addressLine2: '', city, postalCode, countryId, stateId };
  await db
    .insertInto('mailing_address')
    .values({ affiliate_id: contact.affiliateId, sealed_address: encryptContact(secretKeys, JSON.stringify(address)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('phone_number')
    .values({ affiliate_id: contact.affiliateId, sealed_number: encryptContact(secretKeys, contact.phone) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
