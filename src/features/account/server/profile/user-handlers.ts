import { randomUUID } from 'node:crypto';
import type { CountryCode } from 'libphonenumber-js';
import * as z from 'zod';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { getHeader } from '#platform/server/auth/access.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { encrypt } from '#platform/server/crypto/secrets.ts';
import { isSameSecret } from '#platform/server/crypto/secrets.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { updateAccountNames } from '#features/identity/server/public.ts';
import { fail } from '#features/account/shared/contract.ts';
import { canSetBirthdate } from '#features/account/shared/policy.ts';
import type { userEndpoints } from '#features/account/shared/profile-contract.ts';
import { isCompany, findNameProblems, nameTextKinds } from '#features/account/shared/rules.ts';
import {
  toBirthdateOnFile,
  assertIdentifiesSubject,
  formatFullName,
  lockSubject,
  auditChange,
} from '#features/account/server/people/subject.ts';
import { assertGuardianStaysAdult, toBirthYears } from '#features/account/server/birthdates/change-birthdate.ts';
import { markBirthdateCorrected } from '#features/account/server/birthdates/queries.ts';
import { syncPhone, storePhoneEvent, storePhoneChange } from './phone-sync.ts';
import { loadContact, contextOfPhone } from './contact.ts';
import { updatePerson, upsertPhone } from './queries.ts';
import { listChangedFields, assertCurrentVersion } from './stale-version.ts';

const listChildren = query((db, p: Params<{ guardianId: number }>) =>
  db
    .selectFrom('guardian_link as g')
    .innerJoin('person as p', 'p.affiliate_id', 'g.affiliate_id')
    .select([
      'p.affiliate_id as affiliateId',
      'p.given_name as givenName',
      'p.middle_name as middleName',
      'p.family_name as familyName',
      'p.language',
      'p.birthdate',
    ])
    .where('g.guardian_id', '=', p.guardianId)
    .orderBy('p.given_name')
    .orderBy('p.affiliate_id'),
);

export const userHandlers: Handlers<typeof userEndpoints> = {
  'PUT user/update/{email}': async (ctx, { params, body }) => {
    const stored = await lockSubject(ctx, body.affiliateId);
    assertIdentifiesSubject(stored, params.email);
    assertComplete(body, stored.affiliateTypeId);
    const { firstName, middleName, lastName, birthDate, gender } = body;
    const sent = { firstName, middleName, lastName, birthDate, gender };
    const now = {
      firstName: stored.givenName,
      middleName: stored.middleName,
      lastName: stored.familyName,
      birthDate: stored.birthdate,
      gender: stored.gender,
    };
    // Checked first: a page that is older than a corrected birthdate is stale, and must not change it back.
    assertCurrentVersion(body.version, stored.version, sent, now);
    if (!canSetBirthdate(toBirthdateOnFile(stored), birthDate, ctx.now))
      throw fail('account.birthdate_on_file', { path: 'birthDate' });
    if (birthDate !== null) await assertGuardianStaysAdult(ctx, stored, birthDate);
    assertTextRules({ firstName, middleName, lastName }, now, nameTextKinds);
    const changed = listChangedFields(sent, now);
    if (changed.length === 0) return { version: stored.version };
    const names = { givenName: firstName, middleName, familyName: lastName };
    const change = { ...names, birthdate: birthDate, gender };
    const row = await updatePerson.first(ctx.db, { affiliateId: stored.affiliateId, ...change });
    await updateAccountNames(ctx.db, stored.sub, change);
    const fullName = formatFullName({ ...stored, ...names });
    if (fullName !== formatFullName(stored))
      await ctx.services.personalData.rename(ctx.db, { affiliateId: stored.affiliateId, fullName });
    const isNewBirthdate = changed.includes('birthDate');
    if (isNewBirthdate && stored.birthdate !== null)
      await markBirthdateCorrected(ctx.db, { affiliateId: stored.affiliateId, now: ctx.now });
    const years = toBirthYears(stored.birthdate, birthDate);
    // A birthdate decides who is a minor, so every change of it is audited.
    if (stored.relation !== 'self' || isNewBirthdate)
      await auditChange(ctx, stored, 'profile.changed', { fields: changed, ...(isNewBirthdate && years) });
    return { version: row?.version ?? stored.version };
  },

  'PUT user/update/phone/{email}': async (ctx, { params, body }) => {
    const { SECRET_KEYS } = ctx.services.env;
    const subject = await lockSubject(ctx, body.affiliateId);
    assertIdentifiesSubject(subject, params.email);
    const stored = await loadContact(SECRET_KEYS, ctx.db, subject.affiliateId);
    const phoneNumber = await toPhoneNumber(body.phoneNumber, stored.address?.countryId);
    assertCurrentVersion(body.version, stored.phoneVersion, { phoneNumber }, { phoneNumber: stored.phoneNumber });
    if (phoneNumber === stored.phoneNumber) return { phoneNumber, version: stored.phoneVersion };
    const { affiliateId } = subject;
    const encrypted = encrypt(SECRET_KEYS, contextOfPhone(affiliateId), phoneNumber ?? '');
    const row = await upsertPhone.first(ctx.db, { affiliateId, encrypted });
    await storePhoneChange(SECRET_KEYS, ctx.db, affiliateId, phoneNumber ?? '');
    await enqueue(ctx.db, syncPhone, { affiliateId });
    if (subject.relation !== 'self') await auditChange(ctx, subject, 'phone.changed');
    return { phoneNumber, version: row?.version ?? stored.phoneVersion };
  },

  'POST sync-queue': async (ctx, { body }) => {
    const { SECRET_KEYS, SYNC_QUEUE_API_KEY } = ctx.services.env;
    if (!isSameSecret(getHeader(ctx.request, 'x-api-key') ?? '', SYNC_QUEUE_API_KEY))
      throw fail('account.wrong_api_key');
    const id = z.uuid().safeParse(getHeader(ctx.request, 'idempotency-key') ?? randomUUID());
    if (!id.success) throw failCall('request.invalid', { message: 'must be a UUID', path: 'idempotency-key' });
    await storePhoneEvent(SECRET_KEYS, ctx.db, id.data, body);
    return null;
  },

  // Not audited: the names are for a switch on many pages, which would flood the audit trail.
  'GET user/family': async ({ db, user, now }) => {
    const children = await listChildren(db, { guardianId: user.affiliateId });
    return children
      .filter((child) => isMinor(child.birthdate, toIsoDate(now)))
      .map((child) => ({
        affiliateId: child.affiliateId,
        fullName: formatFullName(child),
        firstName: child.givenName,
      }));
  },
};

function assertComplete(
  body: { firstName: string; middleName: string; lastName: string; birthDate: string | null },
  affiliateTypeId: number,
): void {
  const [problem] = Object.entries(findNameProblems(body, affiliateTypeId));
  if (problem !== undefined) throw failCall('request.invalid', { path: problem[0], message: problem[1] });
  if (body.birthDate === null && !isCompany(affiliateTypeId))
    throw failCall('request.invalid', { path: 'birthDate', message: 'account.birthdate.invalid' });
}

/** Returns the international form; a number without a country prefix is parsed with the country of the address. */
async function toPhoneNumber(typed: string, countryId: string | undefined): Promise<string | null> {
  if (typed === '') return null;
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js');
  const country = countryId !== undefined && isSupportedCountry(countryId) ? (countryId as CountryCode) : undefined;
  const parsed = parsePhoneNumberFromString(typed, { ...(country && { defaultCountry: country }), extract: false });
  // The international form has no extension, and without it the number would be another person's.
  if (parsed === undefined || !parsed.isValid() || parsed.ext !== undefined)
    throw fail('account.phone_wrong', { path: 'phoneNumber' });
  return parsed.number;
}
