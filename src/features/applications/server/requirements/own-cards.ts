import type { Db } from '#platform/server/db/database.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { listCertifications, listOutsideCards } from '#features/certifications/server/public.ts';
import type { PickedCard } from '#features/applications/shared/application.ts';
import type { ApplicationKind, Requirement } from '#features/applications/shared/requirements.ts';

/** A card the applicant may pick: a portal card with its level, or an outside card whose level is free text. */
export interface OwnCard {
  licenseID: number | null;
  outsideId: string | null;
  levelID: number | null;
  level: string;
  agency: string | null;
  number: string;
  certDate: string | null;
  hasPicture: boolean;
}

export type CardRequirement = Extract<Requirement, { kind: 'card' }>;

/** Excludes revoked cards. */
export async function listOwnCards(db: Db, affiliateId: number, now: Date): Promise<OwnCard[]> {
  const [certified, outside] = await Promise.all([
    listCertifications(db, affiliateId, now),
    listOutsideCards(db, { affiliateId }),
  ]);
  const today = toIsoDate(now);
  return [
    ...certified
      .filter(({ isRevoked }) => !isRevoked)
      .map(({ licenseID, levelID, certDate }) => ({
        licenseID,
        outsideId: null,
        levelID,
        level: '',
        agency: null,
        number: String(licenseID),
        certDate,
        hasPicture: true,
      })),
    ...outside
      .filter(({ certDate }) => certDate === null || certDate <= today)
      .map(({ id, ...card }) => ({ ...card, licenseID: null, outsideId: id, levelID: null })),
  ];
}

export function listCardRequirements({ requirements }: ApplicationKind): CardRequirement[] {
  return requirements.filter((requirement) => requirement.kind === 'card');
}

/** Outside cards fit every requirement; the instructor and the desk check the level on the picture. */
export function fitsRequirement({ levels }: CardRequirement, { levelID }: OwnCard): boolean {
  return levelID === null || levels.includes(levelID);
}

/** The card picked for a place, if it is still valid. */
export function findPickedCard(
  cards: readonly OwnCard[],
  requirement: CardRequirement,
  picked: PickedCard | undefined,
): OwnCard | undefined {
  if (picked === undefined) return undefined;
  const card = cards.find((ownCard) =>
    'licenseID' in picked ? ownCard.licenseID === picked.licenseID : ownCard.outsideId === picked.outsideId,
  );
  return card !== undefined && fitsRequirement(requirement, card) ? card : undefined;
}
