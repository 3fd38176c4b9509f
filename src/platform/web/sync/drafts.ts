import { draftPrefix } from './draft-cleanup.ts';
import { currentToken } from '#platform/web/session/session.ts';

/**
 * What somebody has typed and not yet saved, kept in this browser: a dead tab, a dead network or an expired session
 * loses nothing. It belongs to who typed it and is thrown away when they sign out.
 */
export interface Draft {
  values: Readonly<Record<string, string>>;
  /** What the form was filled from, to see what somebody else has changed since. */
  version: number;
  at: string;
}

/** Who was last signed in here: what is typed after a session has ended is still theirs. */
let owner = 0;

function draftKey(name: string): string {
  owner = currentToken()?.affiliateId ?? owner;
  return `${draftPrefix}${owner}:${name}`;
}

/** When each draft was written that this page wrote or was filled from: another one is another tab's. */
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

/** False where the browser keeps nothing for us, such as in a private window that is full: the form itself still has it. */
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

/** The names of the drafts that begin with this, the newest first. */
export function listDrafts(beginning: string): string[] {
  const own = draftKey('');
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(own + beginning))
    .map((key) => ({ name: key.slice(own.length), at: readStored(key)?.at ?? '' }))
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .map(({ name }) => name);
}

/** What another tab has kept since then is not saved yet, and stays. */
export function deleteDraft(name: string): void {
  const key = draftKey(name);
  if (readStored(key)?.at === knownTimes.get(key)) localStorage.removeItem(key);
  knownTimes.delete(key);
}
