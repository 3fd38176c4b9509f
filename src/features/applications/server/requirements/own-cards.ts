import type { Db } from '#platform/server/db/database.ts';
import { toIsoDate } from '#features/account/shared/rules.ts';
import { listCertifications, listOutsideCards } from '#features/certifications/server/public.ts';
import type { PickedCard } from '#features/applications/shared/application.ts';
import type { ApplicationKind, Requirement } from '#features/applications/shared/requirements.ts';

/** A card that somebody may pick: one of the portal with its level, or one from elsewhere, whose level is only a word. */
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

/** What was taken back is not there. */
export async function listOwnCards(db: Db, affiliateId: number, now: Date): Promise<OwnCard[]> {
  const [certified, outside] = await Promise.all([
    listCertifications(db, affiliateId, now),
    listOutsideCards(db, affiliateId),
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

/** What a card from elsewhere stands for is seen on its picture, by the instructor and at the desk. */
export function fitsRequirement({ levels }: CardRequirement, { levelID }: OwnCard): boolean {
  return levelID === null || levels.includes(levelID);
}

/** The card that was picked for a place, while it still counts. */
export function findPickedCard(
  cards: readonly OwnCard[],
  requirement: CardRequirement,
  picked: PickedCard | undefined,
): OwnCard | undefined {
  if (picked === undefined) return undefined;
  const card = cards.find((one) =>
    'licenseID' in picked ? one.licenseID === picked.licenseID : one.outsideId === picked.outsideId,
  );
  return card !== undefined && fitsRequirement(requirement, card) ? card : undefined;
}
