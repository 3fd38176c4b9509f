import type { Context } from '#platform/server/http/context.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { findLevel } from '#domain/certification-levels.ts';
import type { ShownCard } from '#features/applications/shared/application.ts';
import type { ApplicationKind } from '#features/applications/shared/requirements.ts';
import { listCardRequirements, findPickedCard, type OwnCard } from './own-cards.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';

type LocaleContext = Pick<Context, 'services' | 'locale'>;

/** Portal levels are translated to the reader's language; outside cards keep their original text. */
export function toShownCard(ctx: LocaleContext, place: string, card: OwnCard): ShownCard {
  const { licenseID, outsideId, level, agency, number, certDate, hasPicture, levelID } = card;
  const name = levelID === null ? level : getLevelName(ctx, levelID);
  return { place, licenseID, outsideId, name, agency, number, certDate, hasPicture };
}

export function getLevelName({ services, locale }: LocaleContext, levelID: number): string {
  const level = findLevel(levelID);
  return level === undefined ? String(levelID) : formatLevelName(services.messages, locale, level);
}

/** The picked cards that are still valid. */
export function listPickedCards(
  ctx: LocaleContext,
  row: ApplicationRow,
  type: ApplicationKind,
  cards: readonly OwnCard[],
): ShownCard[] {
  return listCardRequirements(type).flatMap((requirement) => {
    const card = findPickedCard(cards, requirement, row.cards[requirement.place]);
    return card === undefined ? [] : [toShownCard(ctx, requirement.place, card)];
  });
}
