import { ids } from '#demo/world/people.ts';
import { kelderBay } from '#demo/world/places.ts';
import type { Timeline } from '#demo/world/timeline.ts';

const cards = { advanced: { licenseID: 20_471_110 }, rescue: { licenseID: 20_471_111 } };

/** An almost complete application: some dives, including a night dive, and the medical are missing. */
export function createCandidateApplication(timeline: Timeline) {
  return {
    affiliate_id: ids.candidate,
    type_id: 1,
    state: 'Draft' as const,
    version: 4,
    instructor_id: ids.instructor,
    store_id: kelderBay.affiliateId,
    cards: JSON.stringify(cards),
    first_aid: JSON.stringify({
      date: timeline.day(150),
      provider: 'Bluewater course',
      isElsewhere: false,
    }),
    exercises: JSON.stringify({
      swim_400: { score: 4, isConfirmed: false },
      tread_15: { score: 5, isConfirmed: false },
    }),
    statement: 'I learned to dive in Kelder Bay and want to lead dives on the reef I grew up on.',
    created_at: timeline.at(6).toISOString(),
    updated_at: timeline.at(2).toISOString(),
    state_at: timeline.at(2).toISOString(),
  };
}
