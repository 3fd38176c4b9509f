import { encrypt } from '#platform/server/crypto/secrets.ts';
import type { Db } from '#platform/server/db/database.ts';
import { affiliateType } from '#domain/roles.ts';
import { demoPeople } from '#features/identity/server/public.ts';
import { ids } from '#demo/world/people.ts';
import { demoStores } from '#demo/world/places.ts';
import type { World } from '#demo/world/world.ts';
import { contextOfAddress, contextOfPhone, type StoredAddress } from '#features/account/server/profile/contact.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';

interface DemoContact {
  affiliateId: number;
  /** Invented street address. */
  address: [line: string, city: string, postalCode: string, countryId: string, stateId?: string];
  /** A number from a range reserved for fiction. */
  phone: string;
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
  },
  'staff@demo.test': {
    affiliateId: 400_008,
    address: ['Rua do Farol Velho 21', 'Lisbon', '1200-000', 'PT'],
    phone: '+33639981208',
  },
};

/** The stores opened before anyone joined. */
const storesDaysAgo = 2_300;
const storeCreditMinor = 250_000;

/** Seeds everyone with the day they joined, the accounts' contact data and the guardians. */
export async function seedDemoPeople(db: Db, secretKeys: readonly string[], world: World): Promise<void> {
  const getJoinedAt = createJoinDates(world);
  const subByEmail = new Map(demoPeople.map(({ email, sub }) => [email, sub]));
  await db
    .insertInto('person')
    .values([
      ...listStoreRows(world),
      ...world.people.map((person) => {
        const { affiliateId, email } = person;
        const joinedAt = getJoinedAt(affiliateId);
        return {
          affiliate_id: affiliateId,
          sub: subByEmail.get(email ?? '') ?? `demo:${affiliateId}`,
          email,
          email_verified_at: email === null ? null : joinedAt,
          created_at: joinedAt,
          given_name: person.givenName,
          family_name: person.familyName,
          birthdate: person.birthdate,
          gender: person.gender,
          affiliate_type_id: person.affiliateTypeId,
          city: hasPublicPlace(person) ? person.city : '',
          country: hasPublicPlace(person) ? person.country : '',
          member_number: person.memberNumber,
          member_status: person.memberNumber === null ? null : 'Active',
        };
      }),
    ])
    .execute();
  for (const contact of Object.values(contactByEmail)) await seedContact(db, secretKeys, contact);
  const children = world.people.flatMap(({ affiliateId, guardianId }) =>
    guardianId === null
      ? []
      : [
          {
            affiliate_id: affiliateId,
            guardian_id: guardianId,
            created_at: getJoinedAt(affiliateId),
          },
        ],
  );
  await db.insertInto('guardian_link').values(children).execute();
}

/** When people joined and stores opened. */
export function createJoinDates({ careers, timeline }: World): (affiliateId: number) => Date {
  const days = new Map(careers.map(({ affiliateId, joinedDaysAgo }) => [affiliateId, joinedDaysAgo]));
  for (const { affiliateId } of demoStores) days.set(affiliateId, storesDaysAgo);
  return (affiliateId) => timeline.at(days.get(affiliateId) ?? 3, '08:30');
}

/** The accounts of divers and staff have their place only in the mailing address. */
function hasPublicPlace({ affiliateId, memberNumber }: World['people'][number]): boolean {
  return memberNumber !== null || affiliateId >= ids.firstApplicant;
}

function listStoreRows({ timeline, size }: World) {
  const subByEmail = new Map(demoPeople.map(({ email, sub }) => [email, sub]));
  return demoStores
    .slice(0, size === 'world' ? demoStores.length : 3)
    .map(({ affiliateId, storeNumber, name, city, country }) => {
      const isAccount = affiliateId === ids.store;
      return {
        affiliate_id: affiliateId,
        sub: (isAccount && subByEmail.get('store@demo.test')) || `demo:${affiliateId}`,
        affiliate_type_id: affiliateType.store,
        given_name: name,
        family_name: '',
        city,
        country,
        store_number: storeNumber,
        created_at: timeline.at(storesDaysAgo, '08:30'),
        ...(isAccount && {
          available_credit_minor: storeCreditMinor,
          available_credit_currency: getCountryCurrency(country),
          email: 'store@demo.test',
          email_verified_at: timeline.at(storesDaysAgo, '08:30'),
        }),
      };
    });
}

async function seedContact(db: Db, secretKeys: readonly string[], contact: DemoContact): Promise<void> {
  const [addressLine1, city, postalCode, countryId, stateId = null] = contact.address;
  const address: StoredAddress = { addressLine1, addressLine2: '', city, postalCode, countryId, stateId };
  await db
    .insertInto('mailing_address')
    .values({
      affiliate_id: contact.affiliateId,
      sealed_address: encrypt(secretKeys, contextOfAddress(contact.affiliateId), JSON.stringify(address)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('phone_number')
    .values({
      affiliate_id: contact.affiliateId,
      sealed_number: encrypt(secretKeys, contextOfPhone(contact.affiliateId), contact.phone),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
