/** How long a decision can be undone. Nobody is notified before. */
export const undoWindowMs = 10_000;
