/** The keys of drafts in this browser begin with this. */
export const draftPrefix = 'draft:';
/** The names of those that are sent by themselves begin with this. */
export const unsent = 'unsent:';

/** For signing out: nobody else on this device finds what was typed, whoever typed it. */
export function dropAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
}

/** What would still be sent for somebody goes when another signs in here: they may never come back to this device. */
export function dropUnsentOfOthers(affiliateId: number): void {
  const others = new RegExp(`^${draftPrefix}(?!${affiliateId}:)\\d+:${unsent}`);
  for (const key of Object.keys(localStorage)) if (others.test(key)) localStorage.removeItem(key);
}
