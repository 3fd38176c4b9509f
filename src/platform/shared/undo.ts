/** How long a decision can be undone. Nobody is notified before. */
export const undoMs = 10_000;
