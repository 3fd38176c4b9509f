import { dayMs } from '#platform/shared/dates.ts';
import type { Db } from '#platform/server/db/database.ts';
import { specialtyOfChoice } from '#features/learning/shared/rules.ts';
import { demoLearnerIds, demoStore, demoInstructor } from './learners.ts';

interface DemoCode {
  code: string;
  packageId: string;
  holder: number;
  /** Age when it was redeemed, or now. */
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

const { student, guardian, minor } = demoLearnerIds;
const store = demoStore.affiliateId;
const teacher = demoInstructor.affiliateId;

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

export async function seedDemoCodes(db: Db, choiceName: string, redeemedAt: Date, now: Date): Promise<void> {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  await db
    .insertInto('access_code')
    .values(
      demoCodes.map(({ code, packageId, holder, daysOld, givenBy, sharedForDays, expiresInDays, redeemedBy }) => ({
        code,
        package_id: packageId,
        certification_name: certificationNames[packageId] ?? choiceName,
        holder_affiliate_id: holder,
        given_by: givenBy ?? null,
        store_number: holder === teacher ? null : demoStore.storeNumber,
        member_number: holder === teacher ? demoInstructor.memberNumber : null,
        created_at: new Date((redeemedBy === undefined ? now : redeemedAt).getTime() - daysOld * dayMs),
        expires_at: expiresInDays === undefined ? null : inDays(expiresInDays),
        share_ends_at: sharedForDays === undefined ? null : inDays(sharedForDays),
        redeemed_at: redeemedBy === undefined ? null : redeemedAt,
        redeemed_by: redeemedBy ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
