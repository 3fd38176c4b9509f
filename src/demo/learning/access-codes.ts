import { createHash } from 'node:crypto';
import { dayMs } from '#platform/shared/dates.ts';
import type { Db } from '#platform/server/db/database.ts';
import { specialtyOfChoice } from '#features/learning/shared/rules.ts';
import { ids, tomas } from '#demo/world/people.ts';
import { kelderBay } from '#demo/world/places.ts';
import type { World } from '#demo/world/world.ts';
import { lessonTimes } from '#demo/world/lesson-times.ts';

interface DemoCode {
  code: string;
  packageId: string;
  holder: number;
  /** Age when its course was granted, or now. */
  daysOld: number;
  givenBy?: number;
  sharedForDays?: number;
  expiresInDays?: number;
  redeemedBy?: number;
}

const certificationNames: Record<string, string> = {
  'open-water': 'Open Water Diver',
  'enriched-air': 'Enriched Air Diver',
  deep: 'Deep Diver',
  'peak-buoyancy': 'Peak Buoyancy Diver',
};

const { student, guardian, minor, store, instructor: teacher } = ids;

export const demoCodes: readonly DemoCode[] = [
  { code: 'KELP-7Q2M-4TDX', packageId: 'enriched-air', holder: student, givenBy: store, daysOld: 3 },
  { code: 'REEF-9W5J-8HBN', packageId: specialtyOfChoice, holder: student, daysOld: 20 },

  { code: 'TIDE-2X7K-P4RW', packageId: 'open-water', holder: store, daysOld: 12 },
  { code: 'TIDE-3M8V-Q6YC', packageId: 'open-water', holder: store, daysOld: 12 },
  { code: 'TIDE-4Z9B-T7HF', packageId: 'open-water', holder: store, daysOld: 12 },
  { code: 'GULL-5N2D-W8JK', packageId: 'enriched-air', holder: store, daysOld: 30 },
  { code: 'GULL-6R3G-X9LM', packageId: 'deep', holder: store, daysOld: 30, expiresInDays: 335 },
  { code: 'GULL-7S4H-Y2NP', packageId: specialtyOfChoice, holder: store, daysOld: 30 },
  { code: 'WAVE-8T5J-Z3QR', packageId: 'open-water', holder: store, daysOld: 40, sharedForDays: 22 },
  { code: 'WAVE-9V6K-B4ST', packageId: 'peak-buoyancy', holder: store, daysOld: 40, sharedForDays: 9 },
  { code: 'SAND-2W7L-C5UV', packageId: 'open-water', holder: store, daysOld: 20, redeemedBy: guardian },
  { code: 'SAND-3X8M-D6WX', packageId: 'open-water', holder: store, daysOld: 20, redeemedBy: minor },
  { code: 'SAND-4Y9N-F7YZ', packageId: 'open-water', holder: store, daysOld: 500, expiresInDays: -60 },

  { code: 'FINS-5Z2P-G8AB', packageId: 'open-water', holder: teacher, daysOld: 8 },
  { code: 'FINS-6A3Q-H9CD', packageId: 'open-water', holder: teacher, daysOld: 8 },
  { code: 'FINS-7B4R-J2EF', packageId: 'peak-buoyancy', holder: teacher, daysOld: 8, expiresInDays: 180 },
  { code: 'FINS-8C5S-K3GH', packageId: 'deep', holder: teacher, daysOld: 60, sharedForDays: 12 },
  { code: 'FINS-9D6T-L4JK', packageId: 'open-water', holder: teacher, daysOld: 15, redeemedBy: student },
];

/** Seeds the codes above and one for every course that began with a code. */
export async function seedDemoCodes(db: Db, choiceName: string, world: World): Promise<void> {
  const { now } = world.timeline;
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  const named = demoCodes.map(
    ({ code, packageId, holder, daysOld, givenBy, sharedForDays, expiresInDays, redeemedBy }) => {
      const redeemedAt = redeemedBy === undefined ? null : findRedemption(world, redeemedBy);
      return {
        code,
        package_id: packageId,
        certification_name: certificationNames[packageId] ?? choiceName,
        holder_affiliate_id: holder,
        given_by: givenBy ?? null,
        store_number: holder === teacher ? null : kelderBay.storeNumber,
        member_number: holder === teacher ? tomas.memberNumber : null,
        created_at: new Date((redeemedAt ?? now).getTime() - daysOld * dayMs),
        expires_at: expiresInDays === undefined ? null : inDays(expiresInDays),
        share_ends_at: sharedForDays === undefined ? null : inDays(sharedForDays),
        redeemed_at: redeemedAt,
        redeemed_by: redeemedBy ?? null,
      };
    },
  );
  const others = world.courses
    .filter(({ affiliateId, source }) => source === 'code' && affiliateId >= ids.firstDiver)
    .map(({ affiliateId, packageId, teacher: { store: shop } }) => {
      const redeemedAt = findRedemption(world, affiliateId);
      return {
        code: createCode(`demo code ${affiliateId} ${packageId}`),
        package_id: packageId,
        certification_name: certificationNames[packageId] ?? choiceName,
        holder_affiliate_id: shop.affiliateId,
        given_by: null,
        store_number: shop.storeNumber,
        member_number: null,
        created_at: new Date(redeemedAt.getTime() - 20 * dayMs),
        expires_at: null,
        share_ends_at: null,
        redeemed_at: redeemedAt,
        redeemed_by: affiliateId,
      };
    });
  await db
    .insertInto('access_code')
    .values([...named, ...others])
    .execute();
}

/** A code is redeemed two days before the first lesson. */
function findRedemption({ courses, timeline }: World, affiliateId: number): Date {
  const course = courses.find((one) => one.affiliateId === affiliateId && one.packageId === 'open-water');
  const [first] = course === undefined ? [] : lessonTimes(course, timeline);
  if (first === undefined) throw new Error(`demo code redeemed by ${affiliateId}, who takes no course`);
  return new Date(first.getTime() - 2 * dayMs);
}

const codeLetters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

function createCode(seed: string): string {
  const letters = [...createHash('sha256').update(seed).digest().subarray(0, 12)].map(
    (byte) => codeLetters[byte % codeLetters.length],
  );
  return [0, 4, 8].map((start) => letters.slice(start, start + 4).join('')).join('-');
}
