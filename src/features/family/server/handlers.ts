import type { Handlers } from '#platform/server/http/endpoints.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { auditFamilyRead } from '#features/account/server/public.ts';
import { ageOn, isMinor, getAdultDate } from '#domain/age.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { familyEndpoints } from '#features/family/shared/contract.ts';
import { childHandlers } from './children/handlers.ts';
import { guardianHandlers } from './guardians/guardians.ts';
import { guardianDeskHandlers } from './guardians/guardian-desk.ts';
import { handoverHandlers } from './handover/handover.ts';
import { inviteDecisionHandlers } from './invites/invite-decisions.ts';
import { inviteHandlers } from './invites/invites.ts';
import { withdrawalHandlers } from './invites/invite-withdrawals.ts';
import { removalHandlers } from './guardians/removals.ts';
import { findFamily } from './family-queries.ts';

export const familyHandlers: Handlers<typeof familyEndpoints> = {
  'GET Family': async (ctx) => {
    const today = toIsoDate(ctx.now);
    const family = await findFamily.first(ctx.db, { readerId: ctx.user.affiliateId, now: ctx.now, today });
    if (family === undefined) throw failCall('not_found');
    const { birthdate, hadGuardian, guardians, invites, children, removals } = family;
    const ids = children.map(({ affiliateId }) => affiliateId);
    await auditFamilyRead(ctx, ids, 'family');
    const isOwnMinor = isMinor(birthdate, today);
    return {
      isMinor: isOwnMinor,
      guardians: isOwnMinor ? guardians : [],
      invites: isOwnMinor ? invites : [],
      inviting: !hadGuardian ? 'self' : guardians.length > 0 ? 'guardian' : 'staff',
      removals,
      children: children.map((child) => ({
        ...child,
        age: ageOn(child.birthdate, today),
        adultOn: getAdultDate(child.birthdate),
      })),
    };
  },
  ...inviteHandlers,
  ...withdrawalHandlers,
  ...inviteDecisionHandlers,
  ...removalHandlers,
  ...guardianDeskHandlers,
  ...guardianHandlers,
  ...childHandlers,
  ...handoverHandlers,
};
