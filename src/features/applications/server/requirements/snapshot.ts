import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Db } from '#platform/server/db/database.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import { type ApplicationRow, setSnapshot } from '#features/applications/server/queries.ts';
import { selectPeople } from '#features/applications/server/view/queries.ts';

/** What lists are judged by, and how the desk finds it: kept beside the application, in the transaction of a write. */
export async function storeSnapshot(db: Db, row: ApplicationRow, facts: Facts): Promise<void> {
  await setSnapshot(db, row.affiliateId, row.id, row.version, JSON.stringify(facts), await buildSearchText(db, row));
}

/** Not before somebody has looked. */
export function hasFacts(facts: ApplicationRow['facts']): facts is Facts {
  return 'dives' in facts;
}

/** Whether somebody would see something else than the lists show. */
export function isSnapshotOutdated({ facts }: ApplicationRow, now: Facts): boolean {
  return canonicalJson(facts) !== canonicalJson(now);
}

/** Its number, and names and numbers of everybody in it: a line each, so that one who is erased can be taken out. */
async function buildSearchText(db: Db, { id, affiliateId, instructorId, storeId }: ApplicationRow): Promise<string> {
  const ids = [affiliateId, instructorId, storeId];
  const people = await selectPeople(
    db,
    ids.filter((one) => one !== null),
  );
  const lines = ids.map((one) => {
    const person = people.find((known) => known.affiliateId === one);
    const words = person && [person.name, person.affiliateId, person.memberNumber, person.storeNumber];
    return (words ?? []).filter((word) => word !== null).join(' ');
  });
  return normalizeForSearch([id, ...lines].join('\n'));
}
