import { convertUsd, readBilling } from '#features/payments/server/public.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { auditFamilyRead } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { CardInfo, eCardEndpoints } from '#features/certifications/shared/contract.ts';
import { levels } from '#domain/certification-levels.ts';
import { rankCards } from '#features/certifications/shared/sorting.ts';
import { pickCulture, formatLevelName, toCardInfo } from './card-info.ts';
import { listPersonCertifications, listFamilyCertifications } from './queries.ts';
import { resolveSubject } from './card-subject.ts';

const topLimit = 5;

interface Query {
  affiliateId?: number | undefined;
  culture?: Locale | undefined;
}

/** Professional cards belong to the professional endpoints, except that a diver holding one sees it. */
const isConsumerGroup = (group: string): boolean => group !== 'card-group-pro';

export async function listCards(ctx: Context, query: Query, isShown: (card: CardInfo) => boolean): Promise<CardInfo[]> {
  const affiliateId = await resolveSubject(ctx, query.affiliateId, 'certifications');
  const rows = await listPersonCertifications(ctx.db, { affiliateId, today: toIsoDate(ctx.now) });
  const { messages } = ctx.services;
  return rows.flatMap((row) => {
    const info = toCardInfo(messages, pickCulture(query.culture, row.language), row);
    return info !== null && isShown(info) ? [info] : [];
  });
}

const isDiverCard = ({ cardGroupCode }: CardInfo) => isConsumerGroup(cardGroupCode);
const isAnyCard = () => true;
/** Staff can issue a divemaster card to a person who isn't a professional yet. */
const getDiverFilter = ({ user }: Context, { affiliateId = user.affiliateId }: Query) =>
  affiliateId === user.affiliateId && user.role !== 'professional' ? isAnyCard : isDiverCard;
const onlyWithECard = (isShown: (card: CardInfo) => boolean) => (card: CardInfo) => card.hasECard && isShown(card);

async function listTopCards(ctx: Context, query: Query, n: number, isShown: (card: CardInfo) => boolean) {
  // Revoked cards don't count.
  const cards = await listCards(ctx, query, (card) => !card.isRevoked && onlyWithECard(isShown)(card));
  return rankCards(cards).slice(0, Math.min(n, topLimit));
}

export const listHandlers: Pick<
  Handlers<typeof eCardEndpoints>,
  | 'GET eCard/GetCardListConsumer'
  | 'GET eCard/GetAllCardListPro'
  | 'GET GeteCardListConsumer'
  | 'GET GetAlleCardListPro'
  | 'GET GeteCardTopConsumer/{n}'
  | 'GET GeteCardTopPro/{n}'
  | 'GET family'
  | 'GET certification-cards'
> = {
  'GET eCard/GetCardListConsumer': (ctx, { query }) => listCards(ctx, query, getDiverFilter(ctx, query)),
  'GET eCard/GetAllCardListPro': (ctx, { query }) => listCards(ctx, query, isAnyCard),
  'GET GeteCardListConsumer': (ctx, { query }) => listCards(ctx, query, onlyWithECard(getDiverFilter(ctx, query))),
  'GET GetAlleCardListPro': (ctx, { query }) => listCards(ctx, query, onlyWithECard(isAnyCard)),
  'GET GeteCardTopConsumer/{n}': (ctx, { params, query }) =>
    listTopCards(ctx, query, params.n, getDiverFilter(ctx, query)),
  'GET GeteCardTopPro/{n}': (ctx, { params, query }) => listTopCards(ctx, query, params.n, isAnyCard),

  'GET family': async (ctx, { query }) => {
    const guardianId = ctx.user.affiliateId;
    const rows = await listFamilyCertifications(ctx.db, { guardianId, today: toIsoDate(ctx.now) });
    const shown = rows.flatMap((row) => {
      const info = toCardInfo(ctx.services.messages, pickCulture(query.culture, row.language), row);
      return info !== null && isDiverCard(info) ? [{ ...info, affiliateId: row.affiliateId }] : [];
    });
    await auditFamilyRead(ctx, [...new Set(shown.map((card) => card.affiliateId))], 'certifications');
    return shown;
  },

  'GET certification-cards': async (ctx, { query }) => {
    const { user, locale, services } = ctx;
    const { currency } = await readBilling(ctx, user.affiliateId);
    return levels
      .filter(({ group }) => isConsumerGroup(group) || user.role === 'professional')
      .map((level) => ({
        levelID: level.levelID,
        eCardStockID: level.eCardStockID,
        levelName: formatLevelName(services.messages, query.culture ?? locale, level),
        priceMinor: convertUsd(level.priceMinor, currency),
        currency,
        popularity: level.popularity,
      }));
  },
};
