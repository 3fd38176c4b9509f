import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { decryptAddress } from '#features/account/server/public.ts';

/** The fields that decide where a form was signed. */
interface RecordPlace {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
}

interface PersonRow extends RecordPlace {
  country: string;
  billingCountry: string | null;
  encryptedAddress: string | null;
}

const selectPeople = statement<
  PersonRow,
  [affiliateIds: readonly number[], storeNumbers: readonly number[], memberNumbers: readonly number[]]
>(`
  select p.affiliate_id as "affiliateId", p.store_number as "storeNumber", p.member_number as "memberNumber", p.country,
    b.country as "billingCountry", a.sealed_address as "encryptedAddress"
  from person p left join mailing_address a using (affiliate_id) left join billing_country b using (affiliate_id)
  where p.affiliate_id = any($1::bigint[]) or p.store_number = any($2::int[]) or p.member_number = any($3::int[])`);

/** The country of the store on the form, else of the professional, else of the diver; empty if none is known. */
export async function findRecordCountries(
  { db, services }: Pick<Context, 'db' | 'services'>,
  records: readonly RecordPlace[],
): Promise<string[]> {
  if (records.length === 0) return [];
  const people = await selectPeople(
    db,
    uniqueNumbers(records.map(({ affiliateId }) => affiliateId)),
    uniqueNumbers(records.map(({ storeNumber }) => storeNumber)),
    uniqueNumbers(records.map(({ memberNumber }) => memberNumber)),
  );
  const stores = new Map(people.map((person) => [person.storeNumber, person]));
  const members = new Map(people.map((person) => [person.memberNumber, person]));
  const divers = new Map(people.map((person) => [person.affiliateId, person]));
  const known = new Map<PersonRow, string>();
  const countryOf = (person: PersonRow): string => {
    const { country, billingCountry, encryptedAddress } = person;
    const found =
      known.get(person) ??
      (country ||
        (encryptedAddress !== null && decryptAddress(services.env.SECRET_KEYS, encryptedAddress).countryId) ||
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
