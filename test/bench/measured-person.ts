/** The demo person whose requests are measured. */
export const measuredAffiliateId = 400_001;
