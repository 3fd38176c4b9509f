import type { Insertable } from 'kysely';
import type { Tables } from '#platform/server/db/table-types.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { dayMs, toIsoDate } from '#platform/shared/dates.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';

/** Recreational dives five days apart, followed by one verified training dive of each kind. */
export interface DivesBeforeApplication {
  affiliateId: number;
  recreational: number;
  kinds: readonly TrainingKind[];
  /** The day of the last dive. */
  until: string;
  instructor: { affiliateId: number; memberNumber: number; name: string };
}

export type TrainingKind = 'night' | 'deep' | 'navigation';

const skills: Readonly<Record<TrainingKind, string[]>> = {
  night: ['lights_checked', 'light_signals'],
  deep: ['line_descent', 'stop_3_at_5'],
  navigation: ['reciprocal', 'square'],
};

export function createDives(
  { affiliateId, recreational, kinds, until, instructor }: DivesBeforeApplication,
  sites: readonly string[],
): Insertable<Tables['dive_log']>[] {
  const site = sites[affiliateId % 100] ?? '';
  return Array.from({ length: recreational + kinds.length }, (_, index) => {
    const number = index + 1;
    const kind = kinds[index - recreational];
    const title = kind === undefined ? `Dive ${number}` : `${kind[0]?.toUpperCase()}${kind.slice(1)} dive`;
    const dive = {
      affiliate_id: affiliateId,
      key: createUuidFromText(`demo application dive ${affiliateId} ${number}`),
      dive_number: number,
      dive_title: title,
      dive_date: toIsoDate(new Date(Date.parse(until) - (recreational + 3 - number) * 5 * dayMs)),
      dive_location: site,
      dive_type: 'Boat' as const,
      max_depth_m: 12 + (number % 15),
      bottom_time_min: 38 + (number % 12),
      search_text: normalizeForSearch(`${title} ${site}`),
    } satisfies Partial<Insertable<Tables['dive_log']>>;
    return kind === undefined
      ? { ...dive, log_type: 'Recreational' as const, status: 'Logged' as const }
      : {
          ...dive,
          log_type: 'Training' as const,
          status: 'Verified' as const,
          log_course: 'advanced' as const,
          log_number: number - recreational,
          adventure_dive: kind,
          memsys_member_number: instructor.memberNumber,
          skills: skills[kind],
          submitted_at: `${until}T17:00:00Z`,
          verified_at: `${until}T18:00:00Z`,
          verified_by: instructor.affiliateId,
          verified_name: instructor.name,
        };
  });
}
