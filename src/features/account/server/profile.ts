import type { Handlers } from '../../../platform/server/calls.ts';
import { addressTexts } from '../shared/rules.ts';
import { assertTexts } from '../../../platform/shared/plain-text.ts';
import { roleOf } from '../../../platform/shared/access.ts';
import type { profileCalls } from '../shared/profile-contract.ts';
import { birthdateAccess } from '../shared/policy.ts';
import { birthdateOnFile, demandSubject, fullNameOf, lockSubject, logChange, logReading } from './acting.ts';
import { findNewest } from './birthdates/corrections-sql.ts';
import { countriesHandlers, demandPlace } from './countries.ts';
import { describeAddress, readContact, sealContact, type StoredAddress } from './profile-contact.ts';
import { updatePlace, upsertAddress } from './profile-sql.ts';
import { changedFields, demandCurrent } from './profile-stale.ts';

export const profileHandlers: Handlers<typeof profileCalls> = {
  ...countriesHandlers,

  'GET profiles/{affiliateId}': async (ctx, { params, query }) => {
    const subject = await demandSubject(ctx, params.affiliateId);
    const contact = await readContact(ctx.services.env.SECRET_KEYS, ctx.db, subject.affiliateId);
    const [correction] = await findNewest(ctx.db, subject.affiliateId);
    await logReading(ctx, subject, 'profile');
    return {
      affiliateId: subject.affiliateId,
      fullName: fullNameOf(subject),
      dob: subject.birthdate,
      gender: subject.gender,
      mailingAddress: contact.address && describeAddress(contact.address, ctx.locale),
      profile:
        query.profile === 'true'
          ? {
              firstName: subject.givenName,
              middleName: subject.middleName,
              lastName: subject.familyName,
              email: subject.email,
              phoneNumber: contact.phoneNumber,
              photo: contact.photo,
              affiliateTypeId: subject.affiliateTypeId,
              isMinor: subject.isMinor,
              birthdateAccess: birthdateAccess(birthdateOnFile(subject), ctx.now),
              correction: correction ?? null,
              relation: subject.relation,
              version: subject.version,
              addressVersion: contact.addressVersion,
              phoneVersion: contact.phoneVersion,
            }
          : null,
    };
  },

  'POST profiles/{affiliateId}/MailingAddress': async (ctx, { params, body: { version, ...body } }) => {
    const { SECRET_KEYS } = ctx.services.env;
    const subject = await lockSubject(ctx, params.affiliateId);
    const place = demandPlace({ ...body, stateId: body.stateId || null });
    const address: StoredAddress = { ...body, ...place };
    const known = await readContact(SECRET_KEYS, ctx.db, subject.affiliateId);
    assertTexts(body, { ...known.address }, addressTexts);
    demandCurrent(version, known.addressVersion, { ...address }, { ...known.address });
    const changed = changedFields({ ...address }, { ...known.address });
    let addressVersion = known.addressVersion;
    if (changed.length > 0) {
      const [row] = await upsertAddress(ctx.db, subject.affiliateId, sealContact(SECRET_KEYS, JSON.stringify(address)));
      addressVersion = row?.version ?? addressVersion;
      // Where a professional or a store works is public; where a diver lives is not.
      if (['professional', 'store'].includes(roleOf(subject.affiliateTypeId)))
        await updatePlace(ctx.db, subject.affiliateId, address.city, address.countryId);
      if (subject.relation !== 'self') await logChange(ctx, subject, 'address.changed', { fields: changed });
    }
    return { ...describeAddress(address, ctx.locale), version: addressVersion };
  },
};
