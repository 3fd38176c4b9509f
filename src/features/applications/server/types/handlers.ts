import type { Handlers } from '#platform/server/http/endpoints.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { intlTag } from '#platform/shared/locale.ts';
import type { applicationEndpoints } from '#features/applications/shared/contract.ts';
import { isOffered, isTooYoung } from './is-offered.ts';
import { findBirthdate } from './queries.ts';
import {
  listCardRequirements,
  fitsRequirement,
  listOwnCards,
} from '#features/applications/server/requirements/own-cards.ts';
import { getLevelName, toShownCard } from '#features/applications/server/requirements/shown-cards.ts';
import { findApplicationType, listApplicationTypes } from '#features/applications/server/application-types.ts';

type Endpoints = 'GET Applications/types' | 'GET Applications/types/{id}/certification-cards';

export const typeHandlers: Pick<Handlers<typeof applicationEndpoints>, Endpoints> = {
  'GET Applications/types': async ({ db, user, now }) => {
    const { affiliateId } = user;
    const [cards, person] = await Promise.all([
      listOwnCards(db, affiliateId, now),
      findBirthdate.first(db, { affiliateId }),
    ]);
    return listApplicationTypes().map((type) => ({
      id: type.id,
      name: type.name,
      isOffered: isOffered(type, cards) && !isTooYoung(type, person?.birthdate ?? null, toIsoDate(now)),
    }));
  },

  'GET Applications/types/{id}/certification-cards': async (ctx, { params: { id } }) => {
    const type = findApplicationType(id, 'id');
    const cards = await listOwnCards(ctx.db, ctx.user.affiliateId, ctx.now);
    const either = new Intl.ListFormat(intlTag(ctx.locale), { type: 'disjunction' });
    return listCardRequirements(type).map((requirement) => {
      const { place, levels } = requirement;
      return {
        place,
        name: either.format(levels.map((levelID) => getLevelName(ctx, levelID))),
        levels,
        cards: cards.filter((card) => fitsRequirement(requirement, card)).map((card) => toShownCard(ctx, place, card)),
      };
    });
  },
};
