import type { Context } from '../../../platform/server/context.ts';
import { levelNameIn } from '../../certifications/server/public.ts';
import { findLevel } from '../../certifications/shared/levels.ts';
import type { ShownCard } from '../shared/application.ts';
import type { ApplicationKind } from '../shared/requirements.ts';
import { cardRequirements, findPicked, type OwnCard } from './own-cards.ts';
import type { ApplicationRow } from './sql.ts';

type Reading = Pick<Context, 'services' | 'locale'>;

/** Named in the language of who reads; a card from elsewhere as it was written down. */
export function showCard(ctx: Reading, place: string, card: OwnCard): ShownCard {
  const { licenseID, outsideId, level, agency, number, certDate, hasPicture, levelID } = card;
  const name = levelID === null ? level : nameOfLevel(ctx, levelID);
  return { place, licenseID, outsideId, name, agency, number, certDate, hasPicture };
}

export function nameOfLevel({ services, locale }: Reading, levelID: number): string {
  const level = findLevel(levelID);
  return level === undefined ? String(levelID) : levelNameIn(services.messages, locale, level);
}

/** The cards that were picked, as far as they still count. */
export function showPicked(
  ctx: Reading,
  row: ApplicationRow,
  type: ApplicationKind,
  cards: readonly OwnCard[],
): ShownCard[] {
  return cardRequirements(type).flatMap((requirement) => {
    const card = findPicked(cards, requirement, row.cards[requirement.place]);
    return card === undefined ? [] : [showCard(ctx, requirement.place, card)];
  });
}
