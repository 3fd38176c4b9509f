import { dayMs } from '#platform/shared/dates.ts';

/** An almost complete application: some dives, including a night dive, and the medical are missing. */
export const candidate = {
  affiliateId: 400_006,
  dives: (ago: (days: number) => string) => ({
    id: 400_006,
    dives: 35,
    kinds: ['deep', 'navigation'],
    until: ago(12),
    number: 100_001,
    instructor: 400_005,
    name: 'Tomás Reyes',
  }),
};
const cards = { advanced: { licenseID: 20_471_110 }, rescue: { licenseID: 20_471_111 } };

export function createCandidateApplication(now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  return {
    affiliate: candidate.affiliateId,
    state: 'Draft',
    version: 4,
    instructor: 400_005,
    store: 400_007,
    cards,
    firstAid: { date: ago(150).toISOString().slice(0, 10), provider: 'Bluewater course', isElsewhere: false },
    exercises: { swim_400: { score: 4, isConfirmed: false }, tread_15: { score: 5, isConfirmed: false } },
    statement: 'I grew up on this coast and would like to lead the dives that made me stay.',
    recommendation: '',
    facts: {},
    reasons: [],
    fee: null,
    license: null,
    created: ago(6).toISOString(),
    at: ago(2).toISOString(),
    sent: null,
  };
}
