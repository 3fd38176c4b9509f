import { dayMs } from '#platform/shared/dates.ts';
import type { DivesBeforeApplication } from './dives.ts';

/** An almost complete application: some dives, including a night dive, and the medical are missing. */
export const candidate = {
  affiliateId: 400_006,
  dives: (ago: (days: number) => string): DivesBeforeApplication => ({
    affiliateId: 400_006,
    recreational: 35,
    kinds: ['deep', 'navigation'],
    until: ago(12),
    instructor: { affiliateId: 400_005, memberNumber: 100_001, name: 'Tomás Reyes' },
  }),
};
const cards = { advanced: { licenseID: 20_471_110 }, rescue: { licenseID: 20_471_111 } };

export function createCandidateApplication(now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  return {
    affiliate_id: candidate.affiliateId,
    type_id: 1,
    state: 'Draft' as const,
    version: 4,
    instructor_id: 400_005,
    store_id: 400_007,
    cards: JSON.stringify(cards),
    first_aid: JSON.stringify({
      date: ago(150).toISOString().slice(0, 10),
      provider: 'Bluewater course',
      isElsewhere: false,
    }),
    exercises: JSON.stringify({
      swim_400: { score: 4, isConfirmed: false },
      tread_15: { score: 5, isConfirmed: false },
    }),
    statement: 'I grew up on this coast and would like to lead the dives that made me stay.',
    created_at: ago(6),
    updated_at: ago(2),
    state_at: ago(2),
  };
}
