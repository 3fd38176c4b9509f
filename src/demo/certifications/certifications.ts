import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { dayMs } from '#platform/shared/dates.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { storePhoto } from '#features/account/server/public.ts';
import { createCardCode } from '#features/certifications/shared/card-code.ts';
import { findCardToRender } from '#features/certifications/server/cards/make-card-files.ts';
import { drawPortrait, type Portrait } from './draw-portrait.ts';
import { signCard } from '#features/certifications/server/credentials/sign-card.ts';

interface DemoCertification {
  affiliateId: number;
  /** Below the numbers that are issued, for reproducible tests and screenshots. */
  licenseID: number;
  levelID: number;
  certDate: string;
  instructor: { name: string; number: number };
  source?: 'course' | 'redemption' | 'association';
}

const people = { diver: 400_001, minor: 400_003, instructor: 400_005, candidate: 400_006, ready: 400_050 };
const staff = 400_008;
const tomas = { name: 'Tomás Reyes', number: 100_001 };
/** The demo instructor's own instructor. */
const aino = { name: 'Aino Salmi', number: 100_090 };
const store = { name: 'Kelder Bay Diving', number: 20_001 };
const level = {
  openWater: 10,
  junior: 11,
  advanced: 30,
  rescue: 40,
  air: 50,
  buoyancy: 52,
  drySuit: 53,
  dm: 70,
  oi: 80,
};

function listCertifications(now: Date): DemoCertification[] {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const rows: [number, number, string, typeof tomas, DemoCertification['source']?][] = [
    [people.diver, level.openWater, '2024-06-08', tomas, 'course'],
    [people.diver, level.air, '2025-05-03', tomas, 'course'],
    [people.diver, level.drySuit, '2025-10-19', tomas, 'redemption'],
    [people.diver, level.buoyancy, ago(45), tomas],
    [people.instructor, level.openWater, '2001-07-14', aino, 'association'],
    [people.instructor, level.dm, '2006-09-02', aino, 'association'],
    [people.instructor, level.oi, '2009-04-25', aino, 'association'],
    [people.minor, level.junior, ago(80), tomas, 'course'],
    [people.candidate, level.openWater, '2023-03-18', tomas],
    [people.candidate, level.advanced, '2024-05-11', tomas],
    [people.candidate, level.rescue, '2025-02-15', tomas, 'redemption'],
  ];
  return rows.map(([affiliateId, levelID, certDate, instructor, source], index) => ({
    affiliateId,
    licenseID: 20_471_101 + index,
    levelID,
    certDate,
    instructor,
    ...(source && { source }),
  }));
}

/**
 * Seeds certifications of the demo people. Seeding again changes nothing. Cards are signed directly, because no job worker
 * is running yet; their files are made on request.
 */
export async function seedDemoCertifications(
  services: Services,
  db: Db,
  now = new Date(),
): Promise<{ isNew: boolean }> {
  const { office } = loadBrand(services.env.BRAND_FILE);
  let isNew = false;
  for (const { affiliateId, licenseID, levelID, certDate, instructor, source = null } of listCertifications(now)) {
    const code =
      source === null ? null : createCardCode(createHash('sha256').update(`demo card ${licenseID}`).digest());
    const inserted = await db
      .insertInto('certification')
      .values({
        affiliate_id: affiliateId,
        license_id: licenseID,
        level_id: levelID,
        cert_date: certDate,
        instructor_name: instructor.name,
        instructor_number: instructor.number,
        store_name: store.name,
        store_number: store.number,
        office,
        created_at: `${certDate}T16:00:00Z`,
        ecard_source: source,
        code,
        ecard_at: code === null ? null : `${certDate}T18:30:00Z`,
        status_index: code === null ? null : sql<number>`nextval('card_status_seq')`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('license_id')
      .executeTakeFirst();
    if (inserted === undefined) continue;
    isNew = true;
    const card = await findCardToRender.first(db, { affiliateId, licenseID });
    if (card !== undefined) await signCard(services, db, card);
  }
  if (isNew)
    await db
      .insertInto('outside_certification')
      .values({
        affiliate_id: people.diver,
        id: createUuidFromText('demo outside certification'),
        agency: 'Northern Freediving Circle',
        level: 'Freediver 1',
        number: 'NF-20931',
        cert_date: '2022-07-16',
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return { isNew };
}

const portraits: [number, Portrait][] = [
  [people.diver, 'diver'],
  [people.instructor, 'instructor'],
  [people.ready, 'student'],
];

/** A job, because drawing is slow. Existing photos are not replaced. */
export const drawDemoPortraits = defineJob(
  'certifications.demo-portraits',
  { schema: z.object({}) },
  async ({ services, database }) => {
    for (const [affiliateId, portrait] of portraits) {
      const photo = await database.db
        .selectFrom('person_photo')
        .select('id')
        .where('affiliate_id', '=', affiliateId)
        .executeTakeFirst();
      if (photo !== undefined) continue;
      const fileKey = await storePhoto(services, affiliateId, await drawPortrait(portrait));
      await database.db
        .insertInto('person_photo')
        .values({
          affiliate_id: affiliateId,
          file_key: fileKey,
          status: 'approved',
          uploaded_by: affiliateId,
          uploaded_at: new Date(Date.now() - 400 * dayMs),
          decided_by: staff,
          decided_at: new Date(Date.now() - 399 * dayMs),
        })
        .execute();
    }
  },
);
