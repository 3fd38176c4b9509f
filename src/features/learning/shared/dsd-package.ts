/** The course of Discover Scuba Diving. */
export const dsdPackageId = 'discover-scuba';
