import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { CodedError } from '../../../platform/shared/errors.ts';
import { demandSubject, logReading } from '../../account/server/public.ts';
import { type AccessCode, type codeCalls, failCode, type HeldCode, type Redeemed } from '../shared/codes-contract.ts';
import { clubYear, specialtyOfChoice } from '../shared/rules.ts';
import { demandCourse } from './access.ts';
import { cardOf, cultureFor } from './cards.ts';
import { type GiveClubYear, isRedeemedByVisit, redeemClubYear } from './club-years.ts';
import * as sql from './codes-sql.ts';
import type { Library } from './content/library.ts';
import { grantAtDesk } from './desk-codes.ts';
import { otherCourses } from './offers.ts';
import { demandCode, redeem, redeemOfClub } from './redeeming.ts';
import { claim, openLink, share } from './sharing.ts';

export const codeHandlers = (library: Library, giveClubYear: GiveClubYear): Handlers<typeof codeCalls> => ({
  'POST journey/routing/othercourses': (ctx, { body }) => otherCourses(ctx, library, body.culture),

  async 'GET affiliations/affiliated/{packageId}'(ctx, { params, query }) {
    const affiliateId = await demandPerson(ctx, 'learning.affiliation', query.affiliateId);
    const [found] = await sql.findAffiliation(ctx.db, affiliateId, params.packageId);
    const affiliation = found ?? { storeNumber: null, storeName: null, memberNumber: null, memberName: null };
    return {
      ...affiliation,
      isAffiliated: affiliation.storeNumber !== null || affiliation.memberNumber !== null,
    };
  },

  async 'GET codes/unredeemed'(ctx) {
    const codes = await sql.listUnredeemed(ctx.db, ctx.user.affiliateId);
    const shown: AccessCode[] = [];
    // An account claims nothing before its address is verified; the first visit after that redeems the code.
    const { isEmailVerified } = ctx.user;
    for (const row of codes)
      if (!(isEmailVerified && isRedeemedByVisit(row) && (await redeemLate(ctx, row, giveClubYear))))
        shown.push(describe(row));
    return shown;
  },

  async 'GET codes/packages/{packageId}'(ctx, { params, query }) {
    const affiliateId = await demandPerson(ctx, 'learning.choices', query.affiliateId);
    const culture = await cultureFor(ctx, query.culture);
    const owned = new Set((await sql.listEntitled(ctx.db, affiliateId)).map(({ packageId }) => packageId));
    const courses =
      params.packageId === specialtyOfChoice
        ? specialtiesOf(library).filter(({ packageId }) => !owned.has(packageId))
        : [demandCourse(library, params.packageId)];
    return courses.map((course) => cardOf(course, culture, owned.has(course.packageId)));
  },

  async 'GET codes/held'({ db, user }) {
    return (await sql.listHeld(db, user.affiliateId)).map((row) => describeHeld(row, user.affiliateId));
  },

  async 'POST codes/{code}/redeem'(ctx, { params }): Promise<Redeemed> {
    const row = await demandCode(ctx, params.code);
    if (row.packageId === clubYear) return redeemClubYear(ctx, row, ctx.user.affiliateId, giveClubYear);
    return row.packageId === specialtyOfChoice
      ? { redirect: null, isSpecialityProduct: true, packageId: specialtyOfChoice }
      : redeem(ctx, row, row.packageId, ctx.user.affiliateId);
  },

  async 'POST codes/{code}/redeem/specialty'(ctx, { params, query: { packageid: packageId } }) {
    const row = await demandCode(ctx, params.code);
    demandCourse(library, packageId);
    const isChoice =
      row.packageId === specialtyOfChoice && specialtiesOf(library).some((course) => course.packageId === packageId);
    if (!isChoice) throw failCode('learning.code_other_package', { path: 'packageid' });
    return { ...(await redeem(ctx, row, packageId, ctx.user.affiliateId)), isSpecialityProduct: true };
  },

  async 'POST codes/{code}/share'(ctx, { params, body }) {
    await share(ctx, params.code, body.email);
    return null;
  },

  async 'POST codes/{code}/affiliate'(ctx, { params, body: { storeNumber } }) {
    const { db, user } = ctx;
    const [store] = await sql.findStore(db, storeNumber);
    if (store === undefined) throw failCode('learning.unknown_store', { path: 'storeNumber' });
    const [row] = await sql.affiliateCode(db, params.code, user.affiliateId, storeNumber);
    if (row === undefined) {
      const [now] = await sql.findCode(db, params.code);
      const owner = now?.redeemedBy ?? now?.holderId;
      throw failCode(owner === user.affiliateId ? 'learning.code_has_store' : 'learning.code_not_yours');
    }
    if (row.redeemedAt !== null) await sql.affiliateEnrollment(db, user.affiliateId, row.packageId, storeNumber);
    return { storeNumber, ...store };
  },

  async 'GET {token}'(ctx, { params }) {
    const { certificationName, packageId, from } = await openLink(ctx, params.token);
    return { kind: 'code' as const, certificationName, packageId, from };
  },

  'POST {token}/claim': async (ctx, { params }) => describe(await claim(ctx, params.token)),

  'POST desk/codes': (ctx, { body }) => grantAtDesk(ctx, body),
});

/** Oneself, one’s child, or for staff anybody. */
async function demandPerson(ctx: Context, what: string, affiliateId = ctx.user.affiliateId): Promise<number> {
  if (affiliateId === ctx.user.affiliateId) return affiliateId;
  const subject = await demandSubject(ctx, affiliateId);
  await logReading(ctx, subject, what);
  return subject.affiliateId;
}

function specialtiesOf(library: Library) {
  return library.list().filter(({ kind, isSellable }) => kind === 'specialty' && isSellable);
}

/** One of the club that came by a way of its own is not left lying. That it cannot be redeemed is no reason to show none. */
async function redeemLate(ctx: Context, row: sql.CodeRow, giveClubYear: GiveClubYear): Promise<boolean> {
  try {
    return await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
      if (row.packageId !== clubYear) return redeemOfClub({ ...ctx, db }, row);
      await redeemClubYear({ ...ctx, db }, row, ctx.user.affiliateId, giveClubYear);
      return true;
    });
  } catch (error) {
    // Another tab was first.
    if (error instanceof CodedError && error.code === '225') return true;
    ctx.log.warn({ err: error, packageId: row.packageId }, 'club code was not redeemed');
    return false;
  }
}

function describe({ code, certificationName, packageId, expiresAt }: sql.CodeRow): AccessCode {
  return { couponCode: code, certificationName, packageId, expiresDate: expiresAt?.toISOString() ?? null };
}

function describeHeld(row: sql.CodeRow, affiliateId: number): HeldCode {
  const { createdAt, redeemedAt, expiresAt, shareEndsAt, isExpired, isShared, holderId } = row;
  const [state, date]: [HeldCode['state'], Date | null] =
    redeemedAt !== null
      ? ['redeemed', redeemedAt]
      : isExpired
        ? ['expired', expiresAt]
        : holderId !== affiliateId
          ? ['shared', null]
          : isShared
            ? ['shared', shareEndsAt]
            : ['free', null];
  return {
    ...describe(row),
    // What was given away is no longer theirs to use.
    couponCode: holderId === affiliateId ? row.code : `••••-••••-${row.code.slice(-4)}`,
    createdDate: createdAt.toISOString(),
    state,
    stateDate: date?.toISOString() ?? null,
  };
}
