import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { createLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { createPerson, startLinkedSession } from '#features/account/server/public.ts';
import { findBirthdateProblem } from '#features/account/shared/rules.ts';
import { insertAccountWithHash } from '#features/identity/server/public.ts';
import { fail, type familyEndpoints } from '#features/family/shared/contract.ts';
import { requireOwnChild, lockAdultCaller } from './require-child.ts';
import { addGuardian } from '#features/family/server/guardians/guardians.ts';
import * as queries from '#features/family/server/queries.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

const joinPurpose = 'child-sign-in';
const joinLinkLifetimeS = 15 * 60;
/** A child's own device stays signed in for long, because the child has no password. */
const deviceSessionMs = 30 * 86_400_000;
const additionLimit = { limit: 20, windowS: 86_400 };

export const childHandlers: Pick<
  Handlers<typeof familyEndpoints>,
  'POST Children' | 'POST Children/{affiliateId}/sign-in-link' | 'POST Join'
> = {
  'POST Children': async (ctx, { body }) => {
    const { db, now, user, services } = ctx;
    const guardian = await lockAdultCaller(ctx);
    const sub = createUuidFromText(`family.child ${user.affiliateId} ${body.key}`);
    const known = await queries.findPersonBySub.first(db, { sub });
    if (known !== undefined) return known;
    assertMinor(body.birthdate, toIsoDate(now));
    const key = `family.child:${user.affiliateId}`;
    const { allowed, retryAfterS } = await takeRateLimitToken(services.database.db, { key, ...additionLimit });
    if (!allowed) throw failCall('rate.limited', { retryAfterS });
    const names = { givenName: body.firstName, middleName: body.middleName, familyName: body.lastName };
    const { birthdate, gender } = body;
    const locale = pickLocale([guardian.language]);
    await insertAccountWithHash(db, { sub, email: null, ...names, birthdate, gender, locale }, null);
    const { affiliate_id: affiliateId } = await createPerson(db, {
      sub,
      email: null,
      ...names,
      birthdate,
      gender,
      language: locale,
    });
    await addGuardian(ctx, { affiliateId }, guardian);
    await recordFamilyAudit(ctx, user.affiliateId, 'child.added', affiliateId);
    return { affiliateId };
  },

  'POST Children/{affiliateId}/sign-in-link': async (ctx, { params: { affiliateId } }) => {
    const { db, now, user, services } = ctx;
    await requireOwnChild(ctx, affiliateId);
    const data = { affiliateId, guardianId: user.affiliateId };
    const token = await createLink(db, { purpose: joinPurpose, data, lifetimeS: joinLinkLifetimeS });
    await recordFamilyAudit(ctx, user.affiliateId, 'child.sign_in_link', affiliateId);
    return {
      url: `${services.env.BASE_URL}/join/${token}`,
      expiresDate: new Date(now.getTime() + joinLinkLifetimeS * 1_000).toISOString(),
    };
  },

  'POST Join': async (ctx, { body: { token } }) => {
    const { db, now } = ctx;
    const link = await redeemLink(db, token, joinPurpose);
    const [affiliateId, guardianId] = [Number(link?.['affiliateId']), Number(link?.['guardianId'])];
    // Checked while the child is locked: a link from a person who is no longer a guardian is invalid.
    const child = link === null ? undefined : await queries.lockPerson.first(db, { affiliateId });
    const guardianLink = child && (await queries.findGuardianLink.first(db, { affiliateId, guardianId }));
    if (child === undefined || guardianLink === undefined || !isMinor(child.birthdate, toIsoDate(now)))
      throw fail('family.link_over');
    await startLinkedSession(ctx, affiliateId, deviceSessionMs);
    await recordFamilyAudit(ctx, affiliateId, 'child.joined', affiliateId, { guardianId });
    return { firstName: child.givenName };
  },
};

function assertMinor(birthdate: string, today: string): void {
  const problem = findBirthdateProblem(birthdate, today);
  if (problem !== null) throw failCall('request.invalid', { message: problem, path: 'birthdate' });
  if (!isMinor(birthdate, today)) throw fail('family.not_a_minor', { path: 'birthdate' });
}
