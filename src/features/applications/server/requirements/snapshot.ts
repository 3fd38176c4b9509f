import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Db } from '#platform/server/db/database.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import { type ApplicationRow, updateSnapshot } from '#features/applications/server/queries.ts';
import { listPeople } from '#features/applications/server/view/queries.ts';

/** Stores the facts for lists and the search text of the desk, in the transaction of the write. */
export async function storeSnapshot(db: Db, row: ApplicationRow, facts: Facts): Promise<void> {
  const { affiliateId, id, version } = row;
  await updateSnapshot(db, { affiliateId, id, version, facts, searchText: await buildSearchText(db, row) });
}

export function hasFacts(facts: ApplicationRow['facts']): facts is Facts {
  return 'dives' in facts;
}

export function isSnapshotOutdated({ facts }: ApplicationRow, now: Facts): boolean {
  return canonicalJson(facts) !== canonicalJson(now);
}

/** One line per person with name and numbers, so an erased person can be removed from the text. */
async function buildSearchText(db: Db, { id, affiliateId, instructorId, storeId }: ApplicationRow): Promise<string> {
  const ids = [affiliateId, instructorId, storeId];
  const people = await listPeople(db, { affiliateIds: ids.filter((one) => one !== null) });
  const lines = ids.map((one) => {
    const person = people.find((known) => known.affiliateId === one);
    const terms = person && [person.name, person.affiliateId, person.memberNumber, person.storeNumber];
    return (terms ?? []).filter((term) => term !== null).join(' ');
  });
  return normalizeForSearch([id, ...lines].join('\n'));
}
