import type { Handlers } from '../../../platform/server/calls.ts';
import { intlTag } from '../../../platform/shared/locale.ts';
import type { applicationCalls } from '../shared/contract.ts';
import { isOffered } from './offering.ts';
import { cardRequirements, fitsPlace, listOwnCards } from './own-cards.ts';
import { nameOfLevel, showCard } from './shown-cards.ts';
import { findType, listTypes } from './types.ts';

type Calls = 'GET Applications/types' | 'GET Applications/types/{id}/certification-cards';

export const typeHandlers: Pick<Handlers<typeof applicationCalls>, Calls> = {
  'GET Applications/types': async ({ db, user, now }) => {
    const cards = await listOwnCards(db, user.affiliateId, now);
    return listTypes().map((type) => ({ id: type.id, name: type.name, isOffered: isOffered(type, cards) }));
  },

  'GET Applications/types/{id}/certification-cards': async (ctx, { params: { id } }) => {
    const type = findType(id, 'id');
    const cards = await listOwnCards(ctx.db, ctx.user.affiliateId, ctx.now);
    const either = new Intl.ListFormat(intlTag(ctx.locale), { type: 'disjunction' });
    return cardRequirements(type).map((requirement) => {
      const { place, levels } = requirement;
      return {
        place,
        name: either.format(levels.map((levelID) => nameOfLevel(ctx, levelID))),
        levels,
        cards: cards.filter((card) => fitsPlace(requirement, card)).map((card) => showCard(ctx, place, card)),
      };
    });
  },
};
