/** The call whose cost is measured: an authenticated read of one row. */
export const measuredPath = '/api/dsd/GetCheckpointData';
