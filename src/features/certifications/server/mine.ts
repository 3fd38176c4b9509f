import type { Handlers } from '../../../platform/server/calls.ts';
import { dayOf } from '../../account/shared/rules.ts';
import type { certificationCalls } from '../shared/contract.ts';
import { listCards } from './lists.ts';
import { hasAny } from './sql.ts';
import { subjectOf } from './subject.ts';

export const mineHandlers: Pick<
  Handlers<typeof certificationCalls>,
  'GET certifications/me' | 'GET certifications/{affiliateId}'
> = {
  'GET certifications/me': (ctx, { query: { cardGroupCode, culture } }) =>
    listCards(ctx, { culture }, (card) => card.cardGroupCode === cardGroupCode),

  'GET certifications/{affiliateId}': async (ctx, { params }) => {
    const affiliateId = await subjectOf(ctx, params.affiliateId, 'certifications');
    const [row] = await hasAny(ctx.db, affiliateId, dayOf(ctx.now));
    return { hasCertification: row?.hasCertification === true };
  },
};
