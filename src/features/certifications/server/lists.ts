import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import type { Locale } from '../../../platform/shared/locale.ts';
import { logFamilyReading } from '../../account/server/public.ts';
import { dayOf } from '../../account/shared/rules.ts';
import type { CardInfo, eCardCalls } from '../shared/contract.ts';
import { levels } from '../shared/levels.ts';
import { rankCards } from '../shared/sorting.ts';
import { cultureOf, levelNameIn, toCardInfo } from './shape.ts';
import { listOf, listOfFamily } from './sql.ts';
import { subjectOf } from './subject.ts';

const topLimit = 5;

interface Query {
  affiliateId?: number | undefined;
  culture?: Locale | undefined;
}

/** Cards of a professional are for the professional calls, except that a diver who has one sees it as the owner. */
const isConsumerGroup = (group: string): boolean => group !== 'card-group-pro';

export async function listCards(ctx: Context, query: Query, isShown: (card: CardInfo) => boolean): Promise<CardInfo[]> {
  const affiliateId = await subjectOf(ctx, query.affiliateId, 'certifications');
  const rows = await listOf(ctx.db, affiliateId, dayOf(ctx.now));
  const { messages } = ctx.services;
  return rows.flatMap((row) => {
    const info = toCardInfo(messages, cultureOf(query.culture, row.language), row);
    return info !== null && isShown(info) ? [info] : [];
  });
}

const ofDiver = ({ cardGroupCode }: CardInfo) => isConsumerGroup(cardGroupCode);
const ofAnybody = () => true;
/** Staff can issue a divemaster's card to somebody who is no professional (yet). */
const forDivers = ({ user }: Context, { affiliateId = user.affiliateId }: Query) =>
  affiliateId === user.affiliateId && user.role !== 'professional' ? ofAnybody : ofDiver;
const withECard = (isShown: (card: CardInfo) => boolean) => (card: CardInfo) => card.hasECard && isShown(card);

async function listTop(ctx: Context, query: Query, n: number, isShown: (card: CardInfo) => boolean) {
  // One that counts no more is nobody's highest.
  const cards = await listCards(ctx, query, (card) => !card.isRevoked && withECard(isShown)(card));
  return rankCards(cards).slice(0, Math.min(n, topLimit));
}

export const listHandlers: Pick<
  Handlers<typeof eCardCalls>,
  | 'GET eCard/GetCardListConsumer'
  | 'GET eCard/GetAllCardListPro'
  | 'GET GeteCardListConsumer'
  | 'GET GetAlleCardListPro'
  | 'GET GeteCardTopConsumer/{n}'
  | 'GET GeteCardTopPro/{n}'
  | 'GET family'
  | 'GET certification-cards'
> = {
  'GET eCard/GetCardListConsumer': (ctx, { query }) => listCards(ctx, query, forDivers(ctx, query)),
  'GET eCard/GetAllCardListPro': (ctx, { query }) => listCards(ctx, query, ofAnybody),
  'GET GeteCardListConsumer': (ctx, { query }) => listCards(ctx, query, withECard(forDivers(ctx, query))),
  'GET GetAlleCardListPro': (ctx, { query }) => listCards(ctx, query, withECard(ofAnybody)),
  'GET GeteCardTopConsumer/{n}': (ctx, { params, query }) => listTop(ctx, query, params.n, forDivers(ctx, query)),
  'GET GeteCardTopPro/{n}': (ctx, { params, query }) => listTop(ctx, query, params.n, ofAnybody),

  'GET family': async (ctx, { query }) => {
    const rows = await listOfFamily(ctx.db, ctx.user.affiliateId, dayOf(ctx.now));
    const shown = rows.flatMap((row) => {
      const info = toCardInfo(ctx.services.messages, cultureOf(query.culture, row.language), row);
      return info !== null && ofDiver(info) ? [{ ...info, affiliateId: row.affiliateId }] : [];
    });
    await logFamilyReading(ctx, [...new Set(shown.map((card) => card.affiliateId))], 'certifications');
    return shown;
  },

  'GET certification-cards': async ({ user, locale, services }, { query }) =>
    levels
      .filter(({ group }) => isConsumerGroup(group) || user.role === 'professional')
      .map((level) => ({
        levelID: level.levelID,
        eCardStockID: level.eCardStockID,
        levelName: levelNameIn(services.messages, query.culture ?? locale, level),
        priceMinor: level.priceMinor,
        popularity: level.popularity,
      })),
};
