import * as z from 'zod';
import { ageOn } from '#domain/age.ts';
import { defineJob, enqueue, type Job } from '#platform/server/jobs/jobs.ts';
import { storePhoto } from '#features/account/server/public.ts';
import { ids, type Person } from '#demo/world/people.ts';
import { demoStores } from '#demo/world/places.ts';
import { createWorld } from '#demo/world/world.ts';
import { drawPortrait, type PortraitSubject } from './draw-portrait.ts';
import { drawStorePhoto } from './draw-store-photo.ts';
import { listPhotoOwners, planPhoto } from './plan-photos.ts';

const lightCountries = 'AT BE CH CZ DE DK EE FI FR GB IE IS IT NL NO PL PT RO SE UA'.split(' ');
const darkCountries = 'BS KE NG SN'.split(' ');
/** People whose looks the country doesn't tell, and those whose portrait the tests know. */
const tones: Readonly<Record<number, PortraitSubject['tone']>> = {
  [ids.diver]: 'light',
  [ids.instructor]: 'medium',
  [ids.readyStudent]: 'medium',
  [ids.minor]: 'dark',
  [ids.guardian]: 'dark',
  400_041: 'dark',
};

function describeSubject({ affiliateId, birthdate, gender, country }: Person, today: string): PortraitSubject {
  const byCountry = lightCountries.includes(country) ? 'light' : darkCountries.includes(country) ? 'dark' : 'medium';
  return {
    seed: affiliateId,
    age: birthdate === null ? 40 : ageOn(birthdate, today),
    hair: gender === 'Female' ? 'long' : gender === 'Male' ? 'short' : 'any',
    tone: tones[affiliateId] ?? byCountry,
  };
}

/** Portraits per run, so that a stopping portal doesn't wait for all of them. */
const perRun = 10;

/** A job, because drawing is slow. It repeats until everyone has a photo. Existing photos are not replaced. */
export const drawDemoPortraits: Job<Record<string, never>> = defineJob(
  'certifications.demo-portraits',
  { schema: z.object({}) },
  async ({ services, database, now = new Date() }) => {
    const world = createWorld(now);
    const { timeline } = world;
    const known = await database.db
      .selectFrom('person as p')
      .leftJoin('person_photo as f', 'f.affiliate_id', 'p.affiliate_id')
      .select(['p.affiliate_id as affiliateId', 'p.created_at as joinedAt', 'f.id as photoId'])
      .execute();
    const without = new Map(
      known.flatMap(({ affiliateId, joinedAt, photoId }) =>
        photoId === null ? [[affiliateId, joinedAt] as const] : [],
      ),
    );
    const missing = listPhotoOwners(world).flatMap((owner) => {
      const joinedAt = without.get(owner.affiliateId);
      return joinedAt === undefined ? [] : [planPhoto(owner, joinedAt, timeline)];
    });
    for (const { affiliateId, id, uploadedAt, decidedAt } of missing.slice(0, perRun)) {
      const store = demoStores.find((one) => one.affiliateId === affiliateId);
      const jpeg = await (store === undefined
        ? drawPortrait(describeSubject(world.find(affiliateId), timeline.day(0)))
        : drawStorePhoto(store));
      const fileKey = await storePhoto(services, affiliateId, jpeg);
      await database.db
        .insertInto('person_photo')
        .values({
          affiliate_id: affiliateId,
          id,
          file_key: fileKey,
          uploaded_by: affiliateId,
          uploaded_at: uploadedAt,
          ...(decidedAt === null
            ? { status: 'pending' as const }
            : { status: 'approved' as const, decided_by: ids.staff, decided_at: decidedAt }),
        })
        .execute();
    }
    if (missing.length > perRun) await enqueue(database.db, drawDemoPortraits, {});
  },
);
