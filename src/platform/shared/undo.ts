/** The time in which a decision can be undone. Notifications are sent afterwards. */
export const undoWindowMs = 10_000;
