import { affiliateType } from '#domain/roles.ts';
import type { QueryTarget } from './drill-database.ts';

export const firstPerson = 700_001;

/** Inserts certified adult divers with consecutive numbers. */
export async function insertPeople(database: QueryTarget, count: number, first = firstPerson): Promise<number[]> {
  await database.query(
    `with fresh as (
       insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id, country, birthdate,
         email_verified_at)
       select n, gen_random_uuid(), 'drill-' || n || '@demo.test', 'Noa', 'Berg', ${affiliateType.diver}, 'US',
         '1990-01-02', now()
       from generate_series($1::int, $2) n
       returning affiliate_id)
     insert into certification (affiliate_id, level_id, cert_date) select affiliate_id, 10, '2024-01-01' from fresh`,
    [first, first + count - 1],
  );
  return Array.from({ length: count }, (_, at) => first + at);
}
