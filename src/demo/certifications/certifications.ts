import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ageOn } from '#domain/age.ts';
import { fullCardAge } from '#domain/certification-levels.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { type CareerCard, level } from '#demo/world/careers.ts';
import { ids } from '#demo/world/people.ts';
import type { World } from '#demo/world/world.ts';
import { createCardCode } from '#features/certifications/shared/card-code.ts';
import { findCardToRender } from '#features/certifications/server/cards/make-card-files.ts';
import { signCard } from '#features/certifications/server/credentials/sign-card.ts';

interface DemoCertification extends CareerCard {
  affiliateId: number;
  licenseID: number;
}

/** License numbers below those that are issued, for reproducible tests and screenshots. */
const firstLicense = 20_471_101;
const firstOtherLicense = 20_472_001;
/** The accounts' cards in the order of their license numbers. */
const accountCards: readonly [affiliateId: number, levelID: number][] = [
  [ids.diver, level.openWater],
  [ids.diver, level.enrichedAir],
  [ids.diver, level.drySuit],
  [ids.diver, level.adventure],
  [ids.instructor, level.openWater],
  [ids.instructor, level.divemaster],
  [ids.instructor, level.instructor],
  [ids.minor, level.juniorOpenWater],
  [ids.candidate, level.openWater],
  [ids.candidate, level.advanced],
  [ids.candidate, level.rescue],
];
const levelByPackage: Readonly<Record<string, number>> = {
  'open-water': level.openWater,
  'enriched-air': level.enrichedAir,
  'peak-buoyancy': level.peakBuoyancy,
};

/** All cards of the demo, those of courses and those of the association, oldest first. */
export function listDemoCertifications(world: World): DemoCertification[] {
  const cards = [
    ...world.courses.flatMap(({ affiliateId, packageId, teacher, cardDaysAgo }) =>
      cardDaysAgo === null
        ? []
        : [
            {
              affiliateId,
              levelID: getLevel(world, affiliateId, packageId, cardDaysAgo),
              daysAgo: cardDaysAgo,
              teacher,
              eCard: 'course' as const,
            },
          ],
    ),
    ...world.careers.flatMap(({ affiliateId, cards }) => cards.map((card) => ({ affiliateId, ...card }))),
  ].toSorted((a, b) => b.daysAgo - a.daysAgo || a.affiliateId - b.affiliateId);
  const others = cards.filter(({ affiliateId, levelID }) => findAccountCard(affiliateId, levelID) < 0);
  return cards.map((card) => {
    const place = findAccountCard(card.affiliateId, card.levelID);
    return { ...card, licenseID: place < 0 ? firstOtherLicense + others.indexOf(card) : firstLicense + place };
  });
}

const findAccountCard = (affiliateId: number, levelID: number) =>
  accountCards.findIndex(([holder, held]) => holder === affiliateId && held === levelID);

/** Children get the junior card. */
function getLevel({ find, timeline }: World, affiliateId: number, packageId: string, daysAgo: number): number {
  const { birthdate } = find(affiliateId);
  const isJunior = birthdate !== null && ageOn(birthdate, timeline.day(daysAgo)) < fullCardAge;
  if (packageId === 'open-water' && isJunior) return level.juniorOpenWater;
  return levelByPackage[packageId] ?? level.openWater;
}

/**
 * Seeds all certifications. Cards are signed directly, because no job worker is running yet; their files are made on
 * request.
 */
export async function seedDemoCertifications(services: Services, db: Db, world: World): Promise<void> {
  const { office } = loadBrand(services.env.BRAND_FILE);
  const { timeline } = world;
  const cards = listDemoCertifications(world);
  await db
    .insertInto('certification')
    .values(
      cards.map(({ affiliateId, licenseID, levelID, daysAgo, teacher, eCard }) => ({
        affiliate_id: affiliateId,
        license_id: licenseID,
        level_id: levelID,
        cert_date: timeline.day(daysAgo),
        instructor_name: teacher.name,
        instructor_number: teacher.memberNumber,
        store_name: teacher.store.name,
        store_number: teacher.store.storeNumber,
        office,
        created_at: timeline.at(daysAgo, '16:00'),
        ecard_source: eCard,
        code: eCard === null ? null : createCardCode(createHash('sha256').update(`demo card ${licenseID}`).digest()),
        ecard_at: eCard === null ? null : timeline.at(daysAgo, '18:30'),
        status_index: eCard === null ? null : sql<number>`nextval('card_status_seq')`,
      })),
    )
    .execute();
  for (const { affiliateId, licenseID, eCard } of cards) {
    const card = eCard === null ? undefined : await findCardToRender.first(db, { affiliateId, licenseID });
    if (card !== undefined) await signCard(services, db, card);
  }
  await db
    .insertInto('outside_certification')
    .values({
      affiliate_id: ids.diver,
      id: createUuidFromText('demo outside certification'),
      agency: 'Northern Freediving Circle',
      level: 'Freediver 1',
      number: 'NF-20931',
      cert_date: timeline.day(1_586),
      created_at: timeline.at(1_500),
    })
    .execute();
}
