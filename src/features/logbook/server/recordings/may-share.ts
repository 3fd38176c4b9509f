import { type Expression, sql } from 'kysely';

/**
 * Heart rate, positions and serial number of a minor's recording stay with the minor, whatever was chosen. A person without
 * a birthdate isn't a minor.
 */
export const mayShareDetails = (affiliateId: Expression<number>) => sql<boolean>`not exists (
  select from person as diver
  where diver.affiliate_id = ${affiliateId} and diver.birthdate > current_date - interval '18 years')`;
