import { statement } from '../../../platform/server/db.ts';

/**
 * How an application is found that names somebody: its lines are its number, the applicant, the instructor and the store,
 * each with their name and then their numbers, the affiliate id first.
 */
const line = (place: number) => `split_part(search_text, E'\\n', ${place})`;

export const forgetNamed = statement<unknown, [affiliateId: number]>(`
  update application set search_text = concat_ws(E'\\n', ${line(1)}, ${line(2)},
    case when instructor_id = $1 then '' else ${line(3)} end, case when store_id = $1 then '' else ${line(4)} end)
  where instructor_id = $1 or store_id = $1`);

const renamed = (place: number, column: string) => `
  case when ${column} = $1 then concat_ws(' ', $2::text, substr(${line(place)}, strpos(${line(place)}, $1::bigint::text)))
    else ${line(place)} end`;

/** The name as it is searched for. */
export const renameNamed = statement<unknown, [affiliateId: number, name: string]>(`
  update application set search_text = concat_ws(E'\\n', ${line(1)}, ${renamed(2, 'affiliate_id')},
    ${renamed(3, 'instructor_id')}, ${renamed(4, 'store_id')})
  where affiliate_id = $1 or instructor_id = $1 or store_id = $1`);
