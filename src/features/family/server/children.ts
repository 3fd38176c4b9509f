import type { Handlers } from '../../../platform/server/calls.ts';
import { takeToken } from '../../../platform/server/limits.ts';
import { createLink, useLink } from '../../../platform/server/links.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { createPerson, joinBrowser } from '../../account/server/public.ts';
import { birthdateProblem, dayOf, isMinor } from '../../account/shared/rules.ts';
import { insertAccountWithHash } from '../../identity/server/public.ts';
import { fail, type familyCalls } from '../shared/contract.ts';
import { demandOwnChild, lockAdult } from './child.ts';
import { addGuardian } from './guardians.ts';
import * as sql from './sql.ts';
import { writeDown } from './writing-down.ts';

const joinPurpose = 'child-sign-in';
const joinS = 15 * 60;
/** A child's own device stays the child's. */
const deviceMs = 30 * 86_400_000;
const additions = { limit: 20, windowS: 86_400 };

export const childHandlers: Pick<
  Handlers<typeof familyCalls>,
  'POST Children' | 'POST Children/{affiliateId}/sign-in-link' | 'POST Join'
> = {
  'POST Children': async (ctx, { body }) => {
    const { db, now, user, services } = ctx;
    const guardian = await lockAdult(ctx);
    const sub = uuidOf(`family.child ${user.affiliateId} ${body.key}`);
    const [known] = await sql.findPersonBySub(db, sub);
    if (known !== undefined) return { affiliateId: known.affiliateId };
    demandMinor(body.birthdate, dayOf(now));
    const key = `family.child:${user.affiliateId}`;
    const { allowed, retryAfterS } = await takeToken(services.database.db, { key, ...additions });
    if (!allowed) throw failCall('rate.limited', { retryAfterS });
    const names = { givenName: body.firstName, middleName: body.middleName, familyName: body.lastName };
    const { birthdate, gender } = body;
    const locale = pickLocale([guardian.language]);
    await insertAccountWithHash(db, { sub, email: null, ...names, birthdate, gender, locale }, null);
    const { affiliate_id: affiliateId } = await createPerson(db, {
      sub,
      email: null,
      given_name: names.givenName,
      middle_name: names.middleName,
      family_name: names.familyName,
      birthdate,
      gender,
      language: locale,
    });
    await addGuardian(ctx, { affiliateId }, guardian);
    await writeDown(ctx, user.affiliateId, 'child.added', affiliateId);
    return { affiliateId };
  },

  'POST Children/{affiliateId}/sign-in-link': async (ctx, { params: { affiliateId } }) => {
    const { db, now, user, services } = ctx;
    await demandOwnChild(ctx, affiliateId);
    const data = { affiliateId, guardianId: user.affiliateId };
    const token = await createLink(db, { purpose: joinPurpose, data, lifetimeS: joinS });
    await writeDown(ctx, user.affiliateId, 'child.sign_in_link', affiliateId);
    return {
      url: `${services.env.BASE_URL}/join/${token}`,
      expiresDate: new Date(now.getTime() + joinS * 1_000).toISOString(),
    };
  },

  'POST Join': async (ctx, { body: { token } }) => {
    const { db, now } = ctx;
    const link = await useLink(db, token, joinPurpose);
    const [affiliateId, guardianId] = [Number(link?.['affiliateId']), Number(link?.['guardianId'])];
    // As things stand once it is one's turn: who is no guardian any more has let nobody in.
    const [child] = link === null ? [] : await sql.lockPerson(db, affiliateId);
    const [stands] = child === undefined ? [] : await sql.isGuardian(db, affiliateId, guardianId);
    if (child === undefined || stands === undefined || !isMinor(child.birthdate, dayOf(now)))
      throw fail('family.link_over');
    await joinBrowser(ctx, affiliateId, deviceMs);
    await writeDown(ctx, affiliateId, 'child.joined', affiliateId, { guardianId });
    return { firstName: child.givenName };
  },
};

function demandMinor(birthdate: string, today: string): void {
  const problem = birthdateProblem(birthdate, today);
  if (problem !== null) throw failCall('request.invalid', { message: problem, path: 'birthdate' });
  if (!isMinor(birthdate, today)) throw fail('family.not_a_minor', { path: 'birthdate' });
}
