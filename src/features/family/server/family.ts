import type { Handlers } from '../../../platform/server/calls.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { logFamilyReading } from '../../account/server/public.ts';
import { ageOn, dayOf, isMinor } from '../../account/shared/rules.ts';
import type { familyCalls } from '../shared/contract.ts';
import { adultOn } from '../shared/rules.ts';
import { childHandlers } from './children.ts';
import { guardianHandlers } from './guardians.ts';
import { guardianDeskHandlers } from './desk.ts';
import { handoverHandlers } from './handover.ts';
import { inviteDecisionHandlers } from './invite-decisions.ts';
import { inviteHandlers } from './invites.ts';
import { withdrawalHandlers } from './invite-withdrawals.ts';
import { removalHandlers } from './removals.ts';
import { selectFamily } from './sql.ts';

export const familyHandlers: Handlers<typeof familyCalls> = {
  'GET Family': async (ctx) => {
    const today = dayOf(ctx.now);
    const [family] = await selectFamily(ctx.db, ctx.user.affiliateId, ctx.now, today);
    if (family === undefined) throw failCall('not_found');
    const { birthdate, hadGuardian, guardians, invites, children, removals } = family;
    const ids = children.map(({ affiliateId }) => affiliateId);
    await logFamilyReading(ctx, ids, 'family');
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
        adultOn: adultOn(child.birthdate),
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
