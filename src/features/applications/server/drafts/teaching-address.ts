import { encryptTeachingAddress } from '#features/applications/server/teaching-address.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { requireValidPlace, describeAddress, auditRead, type StoredAddress } from '#features/account/server/public.ts';
import { addressTextKinds } from '#features/account/shared/rules.ts';
import { fail, type applicationEndpoints } from '#features/applications/shared/contract.ts';
import { canEditAsApplicant } from '#features/applications/shared/policy.ts';
import { updateTeachingAddress } from './queries.ts';
import { findApplication, lockApplication } from '#features/applications/server/find-application.ts';
import { getTeachingAddress } from '#features/applications/server/view/application-view.ts';

type Endpoints = 'GET Applications/{id}/teaching-address' | 'PUT Applications/{id}/teaching-address';

export const addressHandlers: Pick<Handlers<typeof applicationEndpoints>, Endpoints> = {
  'GET Applications/{id}/teaching-address': async (ctx, { params: { id } }) => {
    const { row, role } = await findApplication(ctx, id);
    if (role === 'staff')
      await auditRead(ctx, { affiliateId: row.affiliateId, relation: 'staff', isMinor: false }, 'application');
    return { teachingAddress: getTeachingAddress(ctx, row) };
  },

  'PUT Applications/{id}/teaching-address': async (ctx, { params: { id }, body: { location } }) => {
    const { row, role } = await lockApplication(ctx, id);
    if (!canEditAsApplicant(role, row.state)) throw fail('applications.out_of_turn');
    const { db, now } = ctx;
    const { affiliateId } = row;
    if (location === null) {
      await updateTeachingAddress(db, { affiliateId, id, encrypted: null, now });
      return { teachingAddress: null };
    }
    assertTextRules(location, { ...getTeachingAddress(ctx, row) }, addressTextKinds, (name) => `location.${name}`);
    const place = requireValidPlace({ ...location, stateId: location.stateId || null }, 'location.');
    const { addressLine1, addressLine2, city } = location;
    const address: StoredAddress = { addressLine1, addressLine2, city, ...place };
    const encrypted = encryptTeachingAddress(ctx.services.env, row, address);
    await updateTeachingAddress(db, { affiliateId, id, encrypted, now });
    return { teachingAddress: describeAddress(address, ctx.locale) };
  },
};
