import type { Handlers } from '../../../platform/server/calls.ts';
import { assertTexts } from '../../../platform/shared/plain-text.ts';
import {
  demandPlace,
  describeAddress,
  logReading,
  sealContact,
  type StoredAddress,
} from '../../account/server/public.ts';
import { addressTexts } from '../../account/shared/rules.ts';
import { fail, type applicationCalls } from '../shared/contract.ts';
import { canEdit } from '../shared/steps.ts';
import { setTeachingAddress } from './draft-sql.ts';
import { findApplication, lockApplication } from './finding.ts';
import { teachingAddressOf } from './view.ts';

type Calls = 'GET Applications/{id}/teaching-address' | 'PUT Applications/{id}/teaching-address';

export const addressHandlers: Pick<Handlers<typeof applicationCalls>, Calls> = {
  'GET Applications/{id}/teaching-address': async (ctx, { params: { id } }) => {
    const { row, role } = await findApplication(ctx, id);
    if (role === 'staff')
      await logReading(ctx, { affiliateId: row.affiliateId, relation: 'staff', isMinor: false }, 'application');
    return { teachingAddress: teachingAddressOf(ctx, row) };
  },

  'PUT Applications/{id}/teaching-address': async (ctx, { params: { id }, body: { location } }) => {
    const { row, role } = await lockApplication(ctx, id);
    if (role !== 'applicant' || !canEdit(role, row.state)) throw fail('applications.out_of_turn');
    if (location === null) {
      await setTeachingAddress(ctx.db, row.affiliateId, id, null, ctx.now);
      return { teachingAddress: null };
    }
    assertTexts(location, { ...teachingAddressOf(ctx, row) }, addressTexts, (name) => `location.${name}`);
    const place = demandPlace({ ...location, stateId: location.stateId || null }, 'location.');
    const { addressLine1, addressLine2, city } = location;
    const address: StoredAddress = { addressLine1, addressLine2, city, ...place };
    const sealed = sealContact(ctx.services.env.SECRET_KEYS, JSON.stringify(address));
    await setTeachingAddress(ctx.db, row.affiliateId, id, sealed, ctx.now);
    return { teachingAddress: describeAddress(address, ctx.locale) };
  },
};
