import { currentToken } from './session.ts';

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

function keyOf(name: string): string {
  return `draft:${currentToken()?.affiliateId ?? 0}:${name}`;
}

export function readDraft(name: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

export function keepDraft(name: string, draft: Omit<Draft, 'at'>): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ ...draft, at: new Date().toISOString() }));
  } catch {
    // The browser keeps nothing for us, such as in a private window that is full: the form itself still has it.
  }
}

export function dropDraft(name: string): void {
  localStorage.removeItem(keyOf(name));
}

/** For signing out: nobody else on this device finds what was typed. */
export function dropOwnDrafts(): void {
  const prefix = keyOf('');
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
