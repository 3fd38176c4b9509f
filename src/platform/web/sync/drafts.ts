import { draftPrefix } from './draft-cleanup.ts';
import { currentToken } from '#platform/web/session/session.ts';

/**
 * Unsaved input in local storage, so that a closed tab, a network failure or an expired session loses nothing. It
 * belongs to the person who typed it and is deleted at sign-out.
 */
export interface Draft {
  values: Readonly<Record<string, string>>;
  /** The version that the form was filled from, to detect changes of other devices. */
  version: number;
  at: string;
}

/** The last signed-in affiliate, who also owns input that is typed after the session has ended. */
let owner = 0;

function draftKey(name: string): string {
  owner = currentToken()?.affiliateId ?? owner;
  return `${draftPrefix}${owner}:${name}`;
}

/** Timestamps of the drafts that this tab wrote or read; a different timestamp means that another tab wrote. */
const knownTimes = new Map<string, string>();

function readStored(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

export function readDraft(name: string): Draft | null {
  const key = draftKey(name);
  const draft = readStored(key);
  if (draft !== null) knownTimes.set(key, draft.at);
  return draft;
}

/** Returns false when the browser's storage is full or unavailable, as in some private windows. */
export function saveDraft(name: string, draft: Omit<Draft, 'at'>): boolean {
  const key = draftKey(name);
  const at = new Date().toISOString();
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, at }));
    knownTimes.set(key, at);
    return true;
  } catch {
    return false;
  }
}

/** The names of the drafts with this prefix, newest first. */
export function listDrafts(prefix: string): string[] {
  const ownPrefix = draftKey('');
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(ownPrefix + prefix))
    .map((key) => ({ name: key.slice(ownPrefix.length), at: readStored(key)?.at ?? '' }))
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .map(({ name }) => name);
}

/** Deletes a draft, unless another tab has written it since. */
export function deleteDraft(name: string): void {
  const key = draftKey(name);
  if (readStored(key)?.at === knownTimes.get(key)) localStorage.removeItem(key);
  knownTimes.delete(key);
}
