/** Whose calls are measured: one of the demo people. */
export const affiliateId = 400_001;
