import type { Handlers } from '#platform/server/http/endpoints.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { certificationEndpoints } from '#features/certifications/shared/contract.ts';
import { listCards } from './list-handlers.ts';
import { hasAnyCertification } from './queries.ts';
import { resolveSubject } from './card-subject.ts';

export const certificationHandlers: Pick<
  Handlers<typeof certificationEndpoints>,
  'GET certifications/me' | 'GET certifications/{affiliateId}'
> = {
  'GET certifications/me': (ctx, { query: { cardGroupCode, culture } }) =>
    listCards(ctx, { culture }, (card) => card.cardGroupCode === cardGroupCode),

  'GET certifications/{affiliateId}': async (ctx, { params }) => {
    const affiliateId = await resolveSubject(ctx, params.affiliateId, 'certifications');
    const row = await hasAnyCertification.first(ctx.db, { affiliateId, today: toIsoDate(ctx.now) });
    return { hasCertification: row?.hasCertification === true };
  },
};
