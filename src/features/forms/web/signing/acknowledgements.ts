import { deleteDraft, saveDraft, readDraft } from '#platform/web/sync/drafts.ts';
import type { Draft } from '#features/forms/shared/contract.ts';

const storageName = (draftId: string) => `form-read:${draftId}`;

/** Identifies the text of the forms, which changes with the named professionals and the versions. */
export const wordingKey = ({ forms, region, storeNumber, memberNumber }: Draft) =>
  [region, storeNumber, memberNumber, ...forms.map(({ id, version }) => `${id}.${version}`)].join(',');

/** The forms acknowledged in this browser; a changed text must be acknowledged again. */
export function readAcknowledged(draft: Draft): ReadonlySet<string> {
  const { acknowledged = '', versions } = readDraft(storageName(draft.id))?.values ?? {};
  return new Set(versions === wordingKey(draft) ? acknowledged.split(',').filter(Boolean) : []);
}

export function storeAcknowledged(draft: Draft, acknowledged: ReadonlySet<string>): void {
  const values = { acknowledged: [...acknowledged].join(','), versions: wordingKey(draft) };
  saveDraft(storageName(draft.id), { values, version: draft.revision });
}

export function clearAcknowledged(draftId: string): void {
  deleteDraft(storageName(draftId));
}
