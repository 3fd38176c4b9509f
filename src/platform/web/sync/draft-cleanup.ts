/** The prefix of draft keys in local storage. */
export const draftPrefix = 'draft:';
/** The prefix of the names of drafts that are sent automatically. */
export const outboxPrefix = 'unsent:';

/** Deletes the drafts of all users at sign-out, so that the next person on this device cannot read them. */
export function deleteAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
}

/** Deletes unsent changes of other users at sign-in, because they may never return to this device. */
export function deleteOtherUsersOutbox(affiliateId: number): void {
  const others = new RegExp(`^${draftPrefix}(?!${affiliateId}:)\\d+:${outboxPrefix}`);
  for (const key of Object.keys(localStorage)) if (others.test(key)) localStorage.removeItem(key);
}
