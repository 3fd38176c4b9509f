import { encrypt } from '#platform/server/crypto/secrets.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { addressTextKinds } from '#features/account/shared/rules.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { getRole } from '#domain/roles.ts';
import type { profileEndpoints } from '#features/account/shared/profile-contract.ts';
import { getBirthdateAccess } from '#features/account/shared/policy.ts';
import {
  toBirthdateOnFile,
  requireSubject,
  formatFullName,
  lockSubject,
  auditChange,
  auditRead,
} from '#features/account/server/people/subject.ts';
import { findLatestCorrection } from '#features/account/server/birthdates/queries.ts';
import { countriesHandlers, requireValidPlace } from './countries.ts';
import { describeAddress, loadContact, contextOfAddress, type StoredAddress } from './contact.ts';
import { updatePlace, upsertAddress } from './queries.ts';
import { listChangedFields, assertCurrentVersion } from './stale-version.ts';

export const profileHandlers: Handlers<typeof profileEndpoints> = {
  ...countriesHandlers,

  'GET profiles/{affiliateId}': async (ctx, { params, query }) => {
    const subject = await requireSubject(ctx, params.affiliateId);
    const contact = await loadContact(ctx.services.env.SECRET_KEYS, ctx.db, subject.affiliateId);
    const correction = await findLatestCorrection.first(ctx.db, subject);
    await auditRead(ctx, subject, 'profile');
    return {
      affiliateId: subject.affiliateId,
      fullName: formatFullName(subject),
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
              memberNumber: subject.memberNumber,
              memberStatus: subject.memberStatus,
              storeNumber: subject.storeNumber,
              isMinor: subject.isMinor,
              birthdateAccess: getBirthdateAccess(toBirthdateOnFile(subject), ctx.now),
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
    const place = requireValidPlace({ ...body, stateId: body.stateId || null });
    const address: StoredAddress = { ...body, ...place };
    const known = await loadContact(SECRET_KEYS, ctx.db, subject.affiliateId);
    assertTextRules(body, { ...known.address }, addressTextKinds);
    assertCurrentVersion(version, known.addressVersion, { ...address }, { ...known.address });
    const changed = listChangedFields({ ...address }, { ...known.address });
    let addressVersion = known.addressVersion;
    if (changed.length > 0) {
      const encrypted = encrypt(SECRET_KEYS, contextOfAddress(subject.affiliateId), JSON.stringify(address));
      const row = await upsertAddress.first(ctx.db, { affiliateId: subject.affiliateId, encrypted });
      addressVersion = row?.version ?? addressVersion;
      // The place of a professional or a store is public; a diver's isn't.
      if (['professional', 'store'].includes(getRole(subject.affiliateTypeId)))
        await updatePlace(ctx.db, { affiliateId: subject.affiliateId, ...address });
      if (subject.relation !== 'self') await auditChange(ctx, subject, 'address.changed', { fields: changed });
    }
    return { ...describeAddress(address, ctx.locale), version: addressVersion };
  },
};
