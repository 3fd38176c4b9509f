/** Affiliate ids of the demo people. */
export const demoAffiliateIds = {
  diver: 400_001,
  student: 400_002,
  minor: 400_003,
  guardian: 400_004,
  instructor: 400_005,
  candidate: 400_006,
  store: 400_007,
  staff: 400_008,
};
export type DemoPersonName = keyof typeof demoAffiliateIds;
export const emailOf = (name: DemoPersonName | null) => (name === null ? null : `${name}@demo.test`);
