import { createDraftStorage } from '#platform/web/sync/draft-storage.ts';
import { records } from '#platform/web/sync/records.ts';
import type { Draft } from '#features/forms/shared/contract.ts';

interface Acknowledged {
  acknowledged?: string;
  versions?: string;
}

const openStorage = (draftId: string) => createDraftStorage<Acknowledged>(records, `form-read:${draftId}`);

/** Identifies the text of the forms, which changes with the named professionals and the versions. */
export const wordingKey = ({ forms, region, storeNumber, memberNumber }: Draft) =>
  [region, storeNumber, memberNumber, ...forms.map(({ id, version }) => `${id}.${version}`)].join(',');

/** The forms acknowledged in this browser; a changed text must be acknowledged again. */
export function readAcknowledged(draft: Draft): ReadonlySet<string> {
  const { acknowledged = '', versions } = openStorage(draft.id).read() ?? {};
  return new Set(versions === wordingKey(draft) ? acknowledged.split(',').filter(Boolean) : []);
}

export function storeAcknowledged(draft: Draft, acknowledged: ReadonlySet<string>): void {
  openStorage(draft.id).write({ acknowledged: [...acknowledged].join(','), versions: wordingKey(draft) });
}

export function clearAcknowledged(draftId: string): void {
  openStorage(draftId).delete();
}
