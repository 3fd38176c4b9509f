/** Whose calls are measured: one of the demo people. */
export const measuredAffiliateId = 400_001;
