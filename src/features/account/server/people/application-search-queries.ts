import { statement } from '#platform/server/db/database.ts';

/**
 * How an application is found that names somebody: its lines are its number, the applicant, the instructor and the store,
 * each with their name and then their numbers, the affiliate id first.
 */
const searchLineSql = (place: number) => `split_part(search_text, E'\\n', ${place})`;

export const removeFromApplicationSearch = statement<unknown, [affiliateId: number]>(`
  update application set search_text = concat_ws(E'\\n', ${searchLineSql(1)}, ${searchLineSql(2)},
    case when instructor_id = $1 then '' else ${searchLineSql(3)} end, case when store_id = $1 then '' else ${searchLineSql(4)} end)
  where instructor_id = $1 or store_id = $1`);

const renamedLineSql = (place: number, column: string) => `
  case when ${column} = $1 then concat_ws(' ', $2::text, substr(${searchLineSql(place)}, strpos(${searchLineSql(place)}, $1::bigint::text)))
    else ${searchLineSql(place)} end`;

/** The name as it is searched for. */
export const renameInApplicationSearch = statement<unknown, [affiliateId: number, name: string]>(`
  update application set search_text = concat_ws(E'\\n', ${searchLineSql(1)}, ${renamedLineSql(2, 'affiliate_id')},
    ${renamedLineSql(3, 'instructor_id')}, ${renamedLineSql(4, 'store_id')})
  where affiliate_id = $1 or instructor_id = $1 or store_id = $1`);
