import type { Context } from '#platform/server/http/context.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { decryptAddress } from '#features/account/server/public.ts';

/** The fields that decide where a form was signed. */
interface RecordPlace {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
}

interface PlaceNumbers {
  affiliateIds: readonly number[];
  storeNumbers: readonly number[];
  memberNumbers: readonly number[];
}

const listPeople = query((db, p: Params<PlaceNumbers>) =>
  db
    .selectFrom('person as p')
    .leftJoin('mailing_address as a', 'a.affiliate_id', 'p.affiliate_id')
    .leftJoin('billing_country as b', 'b.affiliate_id', 'p.affiliate_id')
    .select([
      'p.affiliate_id as affiliateId',
      'p.store_number as storeNumber',
      'p.member_number as memberNumber',
      'p.country',
      'b.country as billingCountry',
      'a.sealed_address as encryptedAddress',
    ])
    .where((eb) =>
      eb.or([
        eb('p.affiliate_id', '=', eb.fn.any(p.affiliateIds)),
        eb('p.store_number', '=', eb.fn.any(p.storeNumbers)),
        eb('p.member_number', '=', eb.fn.any(p.memberNumbers)),
      ]),
    ),
);

type PersonRow = Row<typeof listPeople>;

/** The country of the store on the form, else of the professional, else of the diver; empty if none is known. */
export async function findRecordCountries(
  { db, services }: Pick<Context, 'db' | 'services'>,
  records: readonly RecordPlace[],
): Promise<string[]> {
  if (records.length === 0) return [];
  const people = await listPeople(db, {
    affiliateIds: uniqueNumbers(records.map(({ affiliateId }) => affiliateId)),
    storeNumbers: uniqueNumbers(records.map(({ storeNumber }) => storeNumber)),
    memberNumbers: uniqueNumbers(records.map(({ memberNumber }) => memberNumber)),
  });
  const stores = new Map(people.map((person) => [person.storeNumber, person]));
  const members = new Map(people.map((person) => [person.memberNumber, person]));
  const divers = new Map(people.map((person) => [person.affiliateId, person]));
  const known = new Map<PersonRow, string>();
  const countryOf = (person: PersonRow): string => {
    const { country, billingCountry, encryptedAddress } = person;
    const found =
      known.get(person) ??
      (country ||
        (encryptedAddress !== null &&
          decryptAddress(services.env.SECRET_KEYS, person.affiliateId, encryptedAddress).countryId) ||
        billingCountry ||
        '');
    known.set(person, found);
    return found;
  };
  return records.map(({ affiliateId, storeNumber, memberNumber }) => {
    const places = [
      storeNumber === null ? undefined : stores.get(storeNumber),
      memberNumber === null ? undefined : members.get(memberNumber),
      divers.get(affiliateId),
    ];
    for (const place of places) {
      const country = place === undefined ? '' : countryOf(place);
      if (country !== '') return country;
    }
    return '';
  });
}

function uniqueNumbers(numbers: readonly (number | null)[]): number[] {
  return [...new Set(numbers.filter((number) => number !== null))];
}
