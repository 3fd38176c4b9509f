import type { ReadTarget } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { CodedError } from '#platform/shared/errors.ts';
import { escapeLike } from '#platform/shared/search-text.ts';
import { requireSubject, auditRead } from '#features/account/server/public.ts';
import {
  type AccessCode,
  type codeEndpoints,
  failCode,
  type HeldCode,
  type RedeemResult,
} from '#features/learning/shared/codes-contract.ts';
import { clubYear, specialtyOfChoice } from '#features/learning/shared/rules.ts';
import { requireCourse } from '#features/learning/server/enrollments/access.ts';
import { toCourseCard, resolveCulture } from '#features/learning/server/courses/course-card.ts';
import { formatCertificationName } from './certification-name.ts';
import { type GrantClubYear, isRedeemedOnVisit, redeemClubYear } from './club-years.ts';
import { countHeldCodes, type HeldCodeRow, listHeldCodes } from './held-code-queries.ts';
import * as queries from './queries.ts';
import type { Library } from '#features/learning/server/content/library.ts';
import { grantDeskCode } from './desk-codes.ts';
import { listOtherCourses } from '#features/learning/server/courses/recommendations.ts';
import { requireRedeemableCode, redeemCourseCode, redeemClubCode } from './redeem.ts';
import { assertPrerequisite } from './prerequisite.ts';
import { claimSharedCode, openShareLink, shareCode } from './sharing.ts';

export const codeHandlers = (library: Library, grantClubYear: GrantClubYear): Handlers<typeof codeEndpoints> => ({
  'POST journey/routing/othercourses': (ctx, { body }) => listOtherCourses(ctx, library, body.culture),

  async 'GET affiliations/affiliated/{packageId}'(ctx, { params, query }) {
    const affiliateId = await requirePerson(ctx, 'learning.affiliation', query.affiliateId);
    const found = await queries.findAffiliation.first(ctx.db, { affiliateId, packageId: params.packageId });
    const affiliation = found ?? { storeNumber: null, storeName: null, memberNumber: null, memberName: null };
    return {
      ...affiliation,
      isAffiliated: affiliation.storeNumber !== null || affiliation.memberNumber !== null,
    };
  },

  async 'GET codes/unredeemed'(ctx) {
    const codes = await queries.listUnredeemedCodes(ctx.db, { affiliateId: ctx.user.affiliateId });
    const shown: AccessCode[] = [];
    // Codes are redeemed only for verified accounts; the first visit after verification redeems them.
    const { isEmailVerified } = ctx.user;
    for (const row of codes)
      if (!(isEmailVerified && isRedeemedOnVisit(row) && (await redeemOnVisit(ctx, row, grantClubYear))))
        shown.push(toAccessCode(ctx, row));
    return shown;
  },

  async 'GET codes/packages/{packageId}'(ctx, { params, query }) {
    const affiliateId = await requirePerson(ctx, 'learning.choices', query.affiliateId);
    const culture = await resolveCulture(ctx, query.culture);
    const owned = new Set(
      (await queries.listEnrolledPackages(ctx.db, { affiliateId })).map(({ packageId }) => packageId),
    );
    const courses =
      params.packageId === specialtyOfChoice
        ? listSpecialties(library).filter(({ packageId }) => !owned.has(packageId))
        : [requireCourse(library, params.packageId)];
    return courses.map((course) => toCourseCard(course, culture, owned.has(course.packageId)));
  },

  async 'GET codes/held'(ctx, { query: { state = null, search, offset, limit } }) {
    const { db } = ctx;
    const filter = {
      affiliateId: ctx.user.affiliateId,
      state,
      pattern: `%${escapeLike(search.toUpperCase().replaceAll(/[\s-]/g, ''))}%`,
    };
    const [counted, rows] = await Promise.all([
      countHeldCodes.first(db, filter),
      listHeldCodes(db, { ...filter, offset, limit }),
    ]);
    if (counted === undefined) throw new Error('held code counts returned no row');
    const { total, expiringSoon, ...counts } = counted;
    return { total, counts, expiringSoon, items: rows.map((row) => toHeldCode(ctx, row)) };
  },

  async 'POST codes/{code}/redeem'(ctx, { params }): Promise<RedeemResult> {
    const row = await requireRedeemableCode(ctx, params.code);
    if (row.packageId === clubYear) return redeemClubYear(ctx, row, ctx.user.affiliateId, grantClubYear);
    if (row.packageId === specialtyOfChoice)
      return { redirect: null, isSpecialityProduct: true, packageId: specialtyOfChoice };
    await assertPrerequisite(ctx, row.packageId);
    return redeemCourseCode(ctx, row, row.packageId, ctx.user.affiliateId);
  },

  async 'POST codes/{code}/redeem/specialty'(ctx, { params, query: { packageid: packageId } }) {
    const row = await requireRedeemableCode(ctx, params.code);
    requireCourse(library, packageId);
    const isChoice =
      row.packageId === specialtyOfChoice && listSpecialties(library).some((course) => course.packageId === packageId);
    if (!isChoice) throw failCode('learning.code_other_package', { path: 'packageid' });
    await assertPrerequisite(ctx, packageId);
    return { ...(await redeemCourseCode(ctx, row, packageId, ctx.user.affiliateId)), isSpecialityProduct: true };
  },

  async 'POST codes/{code}/share'(ctx, { params, body }) {
    await shareCode(ctx, params.code, body.email);
    return null;
  },

  async 'POST codes/{code}/affiliate'(ctx, { params, body: { storeNumber } }) {
    const { db } = ctx;
    const { affiliateId } = ctx.user;
    const { code } = params;
    const store = await queries.findStore.first(db, { storeNumber });
    if (store === undefined) throw failCode('learning.unknown_store', { path: 'storeNumber' });
    const row = await queries.updateCodeStore.first(db, { code, affiliateId, storeNumber });
    if (row === undefined) {
      const now = await queries.findCode.first(db, { code });
      const owner = now?.redeemedBy ?? now?.holderId;
      throw failCode(owner === affiliateId ? 'learning.code_has_store' : 'learning.code_not_yours');
    }
    if (row.redeemedAt !== null)
      await queries.updateEnrollmentStore(db, { affiliateId, packageId: row.packageId, storeNumber });
    return { storeNumber, ...store };
  },

  async 'GET {token}'(ctx, { params }) {
    const row = await openShareLink(ctx, params.token);
    const certificationName = formatCertificationName(ctx.services, ctx.locale, row);
    return { kind: 'code' as const, certificationName, packageId: row.packageId, from: row.from };
  },

  'POST {token}/claim': async (ctx, { params }) => toAccessCode(ctx, await claimSharedCode(ctx, params.token)),

  'POST desk/codes': (ctx, { body }) => grantDeskCode(ctx, body),
});

/** Accepts the signed-in person, their children and, for staff, any person. */
async function requirePerson(ctx: Context, what: ReadTarget, affiliateId = ctx.user.affiliateId): Promise<number> {
  if (affiliateId === ctx.user.affiliateId) return affiliateId;
  const subject = await requireSubject(ctx, affiliateId);
  await auditRead(ctx, subject, what);
  return subject.affiliateId;
}

function listSpecialties(library: Library) {
  return library.list().filter(({ kind, isSellable }) => kind === 'specialty' && isSellable);
}

/**
 * Redeems club codes that were not redeemed when they were granted. A failure is logged and must not hide the other
 * codes.
 */
async function redeemOnVisit(ctx: Context, row: queries.CodeRow, grantClubYear: GrantClubYear): Promise<boolean> {
  try {
    return await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
      if (row.packageId !== clubYear) return redeemClubCode({ ...ctx, db }, row);
      await redeemClubYear({ ...ctx, db }, row, ctx.user.affiliateId, grantClubYear);
      return true;
    });
  } catch (error) {
    // Another tab has already redeemed it.
    if (error instanceof CodedError && error.code === '225') return true;
    ctx.log.warn({ err: error, packageId: row.packageId }, 'club code redemption failed');
    return false;
  }
}

function toAccessCode(ctx: Context, row: queries.CodeRow): AccessCode {
  const { code, packageId, expiresAt } = row;
  return {
    couponCode: code,
    certificationName: formatCertificationName(ctx.services, ctx.locale, row),
    packageId,
    expiresDate: expiresAt?.toISOString() ?? null,
  };
}

function toHeldCode(ctx: Context, { shownCode, createdAt, expiresAt, stateAt, ...row }: HeldCodeRow): HeldCode {
  return {
    ...row,
    certificationName: formatCertificationName(ctx.services, ctx.locale, row),
    couponCode: shownCode,
    expiresDate: expiresAt?.toISOString() ?? null,
    createdDate: createdAt.toISOString(),
    stateDate: stateAt?.toISOString() ?? null,
  };
}
