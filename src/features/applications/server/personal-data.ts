import { sql, type RawBuilder } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';

/**
 * The search text of an application has four lines: its number, the applicant, the instructor and the store, each with
 * the name followed by the numbers, the affiliate id first.
 */
const searchLine = (line: number) => sql<string>`split_part(search_text, E'\\n', ${line})`;

const removeFromSearch = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .updateTable('application')
    .set({
      search_text: sql<string>`concat_ws(E'\\n', ${searchLine(1)}, ${searchLine(2)},
        case when instructor_id = ${p.affiliateId} then '' else ${searchLine(3)} end,
        case when store_id = ${p.affiliateId} then '' else ${searchLine(4)} end)`,
    })
    .where((eb) => eb.or([eb('instructor_id', '=', p.affiliateId), eb('store_id', '=', p.affiliateId)])),
);

/** `name` is in its normalized form for searches. */
const renameInSearch = query((db, p: Params<{ affiliateId: number; name: string }>) => {
  const renamedLine = (line: number, person: RawBuilder<unknown>) => sql<string>`
    case when ${person} = ${p.affiliateId} then concat_ws(' ', ${p.name}::text,
      substr(${searchLine(line)}, strpos(${searchLine(line)}, ${p.affiliateId}::bigint::text)))
    else ${searchLine(line)} end`;
  return db
    .updateTable('application')
    .set({
      search_text: sql<string>`concat_ws(E'\\n', ${searchLine(1)}, ${renamedLine(2, sql.ref('affiliate_id'))},
        ${renamedLine(3, sql.ref('instructor_id'))}, ${renamedLine(4, sql.ref('store_id'))})`,
    })
    .where((eb) =>
      eb.or([
        eb('affiliate_id', '=', p.affiliateId),
        eb('instructor_id', '=', p.affiliateId),
        eb('store_id', '=', p.affiliateId),
      ]),
    );
});

export const applicationPersonalData = {
  removeMentions: removeFromSearch,
  rename: (db, { affiliateId, fullName }) => renameInSearch(db, { affiliateId, name: normalizeForSearch(fullName) }),
} satisfies PersonalDataRules;
