import { dropDraft, keepDraft, readDraft } from '../../../platform/web/draft.ts';
import type { Draft } from '../shared/contract.ts';

const nameOf = (draftId: string) => `form-read:${draftId}`;

/** What the words of the forms hang on; where another is named, or another version has come, they are others. */
export const wordingOf = ({ forms, region, storeNumber, memberNumber }: Draft) =>
  [region, storeNumber, memberNumber, ...forms.map(({ id, version }) => `${id}.${version}`)].join(',');

/** The forms whose box was ticked here before; other words have to be read anew. */
export function readAcknowledged(draft: Draft): ReadonlySet<string> {
  const { acknowledged = '', versions } = readDraft(nameOf(draft.id))?.values ?? {};
  return new Set(versions === wordingOf(draft) ? acknowledged.split(',').filter(Boolean) : []);
}

export function keepAcknowledged(draft: Draft, acknowledged: ReadonlySet<string>): void {
  const values = { acknowledged: [...acknowledged].join(','), versions: wordingOf(draft) };
  keepDraft(nameOf(draft.id), { values, version: draft.revision });
}

export function dropAcknowledged(draftId: string): void {
  dropDraft(nameOf(draftId));
}
