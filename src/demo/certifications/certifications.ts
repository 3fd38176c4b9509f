import { createHash } from 'node:crypto';
import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
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

const insertCertification = statement<
  { licenseID: number },
  [
    affiliateId: number,
    licenseID: number,
    levelID: number,
    certDate: string,
    instructorName: string,
    instructorNumber: number,
    office: string,
    source: string | null,
    code: string | null,
  ]
>(`
  insert into certification (affiliate_id, license_id, level_id, cert_date, instructor_name, instructor_number,
    store_name, store_number, office, created_at, ecard_source, code, ecard_at, status_index)
  values ($1, $2, $3, $4::date, $5, $6, '${store.name}', ${store.number}, $7, $4::date + time '16:00', $8, $9,
    case when $9::text is not null then $4::date + time '18:30' end,
    case when $9::text is not null then nextval('card_status_seq') end)
  on conflict do nothing returning license_id as "licenseID"`);
const insertOutside = statement<unknown, [affiliateId: number, id: string]>(`
  insert into outside_certification (affiliate_id, id, agency, level, number, cert_date)
  values ($1, $2, 'Northern Freediving Circle', 'Freediver 1', 'NF-20931', '2022-07-16') on conflict do nothing`);

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
    const { name, number } = instructor;
    const code =
      source === null ? null : createCardCode(createHash('sha256').update(`demo card ${licenseID}`).digest());
    const values = [certDate, name, number, office, source, code] as const;
    const [inserted] = await insertCertification(db, affiliateId, licenseID, levelID, ...values);
    if (inserted === undefined) continue;
    isNew = true;
    const card = await findCardToRender.first(db, { affiliateId, licenseID });
    if (card !== undefined) await signCard(services, db, card);
  }
  if (isNew) await insertOutside(db, people.diver, createUuidFromText('demo outside certification'));
  return { isNew };
}

const hasPhoto = statement<{ has: boolean }, [affiliateId: number]>(
  'select exists (select from person_photo where affiliate_id = $1) as has',
);
const insertPhoto = statement<unknown, [affiliateId: number, fileKey: string]>(`
  insert into person_photo (affiliate_id, file_key, status, uploaded_by, uploaded_at, decided_by, decided_at)
  select $1, $2, 'approved', $1, now() - interval '400 days', 400008, now() - interval '399 days'
  where not exists (select from person_photo where affiliate_id = $1)`);

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
      const [row] = await hasPhoto(database.db, affiliateId);
      if (row?.has !== false) continue;
      const fileKey = await storePhoto(services, affiliateId, await drawPortrait(portrait));
      await insertPhoto(database.db, affiliateId, fileKey);
    }
  },
);
