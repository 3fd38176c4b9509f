/** Kept apart from the contract, because the browser does not load the schemas. */
export const boardViews = ['all', 'blocked', 'ready'] as const;
export type BoardView = (typeof boardViews)[number];

/** The number of students on a page of the board. */
export const boardPageSize = 25;
/** The number of people on a page of the boat list, and the most that can be read by id. */
export const diverPageSize = 100;
