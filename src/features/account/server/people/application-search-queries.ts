import { statement } from '#platform/server/db/database.ts';

/**
 * The search text of an application has four lines: its number, the applicant, the instructor and the store, each with
 * the name followed by the numbers, the affiliate id first.
 */
const searchLineSql = (line: number) => `split_part(search_text, E'\\n', ${line})`;

export const removeFromApplicationSearch = statement<unknown, [affiliateId: number]>(`
  update application set search_text = concat_ws(E'\\n', ${searchLineSql(1)}, ${searchLineSql(2)},
    case when instructor_id = $1 then '' else ${searchLineSql(3)} end, case when store_id = $1 then '' else ${searchLineSql(4)} end)
  where instructor_id = $1 or store_id = $1`);

const renamedLineSql = (line: number, column: string) => `
  case when ${column} = $1 then concat_ws(' ', $2::text, substr(${searchLineSql(line)}, strpos(${searchLineSql(line)}, $1::bigint::text)))
    else ${searchLineSql(line)} end`;

/** `name` is in its normalized form for searches. */
export const renameInApplicationSearch = statement<unknown, [affiliateId: number, name: string]>(`
  update application set search_text = concat_ws(E'\\n', ${searchLineSql(1)}, ${renamedLineSql(2, 'affiliate_id')},
    ${renamedLineSql(3, 'instructor_id')}, ${renamedLineSql(4, 'store_id')})
  where affiliate_id = $1 or instructor_id = $1 or store_id = $1`);
