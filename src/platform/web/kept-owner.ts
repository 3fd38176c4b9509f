/** Who has copies in this browser, and where they are; see kept.ts. */
export const keptBy = 'kept-by';
export const keptDatabase = 'kept';

/** Who is signed in, or nobody. What another person kept here is deleted, whichever tab they kept it in. */
export function ownCopies(affiliateId: number | null): void {
  const owner = localStorage.getItem(keptBy);
  if (owner === null || owner === String(affiliateId)) return;
  localStorage.removeItem(keptBy);
  indexedDB.deleteDatabase(keptDatabase);
}
