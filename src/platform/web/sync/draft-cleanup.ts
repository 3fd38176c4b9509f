/** The keys of drafts in this browser begin with this. */
export const draftPrefix = 'draft:';
/** The names of those that are sent by themselves begin with this. */
export const outboxPrefix = 'unsent:';

/** For signing out: nobody else on this device finds what was typed, whoever typed it. */
export function deleteAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
}

/** What would still be sent for somebody goes when another signs in here: they may never come back to this device. */
export function deleteOtherUsersOutbox(affiliateId: number): void {
  const others = new RegExp(`^${draftPrefix}(?!${affiliateId}:)\\d+:${outboxPrefix}`);
  for (const key of Object.keys(localStorage)) if (others.test(key)) localStorage.removeItem(key);
}
