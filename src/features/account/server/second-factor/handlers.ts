import { sql } from 'kysely';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { isStaff } from '#domain/roles.ts';
import type { InputOf } from '#platform/shared/contract.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import {
  addFactor,
  startFactorEnrollment,
  startPasskeyProof,
  checkPasskeyProof,
  checkTotpProof,
  countFailedAttempt,
  requirePassword,
  findCredentials,
  findFactor,
  loadFactorState,
  removeFactor,
  replaceRecoveryCodes,
  resetFactors,
} from '#features/identity/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { fail } from '#features/account/shared/contract.ts';
import { activityPageSize, type factorEndpoints } from '#features/account/shared/factor-contract.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import {
  requireManagedSubject,
  requireSubject,
  auditChange,
  auditRead,
} from '#features/account/server/people/subject.ts';
import { notifySecurityChange } from '#features/account/server/security/notifications.ts';
import { addCredentialId } from '#features/account/server/sessions/session-credentials.ts';
import { assertLocalPasswords, requireCredentialOwner } from '#features/account/server/security/passkey-handlers.ts';
import { listActivity } from '#features/account/server/security/activity.ts';

type FactorEndpoints = typeof factorEndpoints;
type Proof = InputOf<FactorEndpoints['endpoints']['POST confirm-identity']>['body'];

const confirmSession = query((db, p: Params<{ affiliateId: number; sessionId: string }>) =>
  db
    .updateTable('session')
    .set({ confirmed_at: sql`now()`, confirmed_until: null })
    .where('affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`id::text = ${p.sessionId}`)
    .where('ended_at', 'is', null)
    .returning('id'),
);

const findSessionOrigin = query((db, p: Params<{ affiliateId: number; sessionId: string }>) =>
  db
    .selectFrom('session as s')
    .innerJoin('person as p', 'p.affiliate_id', 's.affiliate_id')
    .select(['s.origin', 'p.affiliate_type_id as affiliateTypeId'])
    .where('s.affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`s.id::text = ${p.sessionId}`),
);

export const factorHandlers: Handlers<FactorEndpoints> = {
  'POST confirm-identity/options': async ({ services, db, user }) => {
    if (services.env.OIDC_ISSUER !== undefined) return { methods: ['elsewhere'], passkey: null };
    const [credentials, state, passkey, needsFactor] = await Promise.all([
      findCredentials(db, user.sub),
      loadFactorState(db, user.sub),
      startPasskeyProof(db, services.env, user.sub),
      needsSecondFactor(db, user),
    ]);
    const hasPassword = credentials !== null && credentials.passwordHash !== null;
    const hasApp = state.methods.includes('totp');
    const offersPassword = hasPassword && (!needsFactor || hasApp);
    return {
      methods: [
        ...(offersPassword ? ['password' as const] : []),
        ...(offersPassword && needsFactor ? ['totp' as const] : []),
        ...(passkey === null ? [] : ['passkey' as const]),
      ],
      passkey,
    };
  },

  'POST confirm-identity': async (ctx, { body }) => {
    assertLocalPasswords(ctx);
    const { services, user } = ctx;
    const event = { affiliateId: user.affiliateId, sessionId: user.sessionId };
    const method = await verifyProof(ctx, body);
    await services.database.inTransaction(ctx.correlationId, async (db) => {
      const confirmed = await confirmSession.first(db, user);
      if (confirmed === undefined) throw failCall('session.invalid');
      await recordSecurityEvent(db, ctx.request, { kind: 'identity.confirmed', ...event, data: { method } });
    });
    return null;
  },

  'POST user/{affiliateId}/factor/options': async (ctx, { params }) => {
    const { sub } = await requireCredentialOwner(ctx, params.affiliateId);
    const begun = await startFactorEnrollment(ctx.db, ctx.services.env, sub);
    if (begun === null) throw failCall('not_found');
    return begun;
  },

  'POST user/{affiliateId}/factor': async (ctx, { params, body }) => {
    const subject = await requireCredentialOwner(ctx, params.affiliateId);
    const proof = { ...body, isEmailVerified: ctx.user.isEmailVerified };
    const codes = await addFactor(ctx.db, ctx.services, subject.sub, proof, ctx.now).catch(
      countFailedConfirmation(ctx),
    );
    if (codes === 'expired') throw fail('account.factor_expired');
    if (codes === 'wrong') return countFailedConfirmation(ctx)(fail('account.code_wrong', { path: 'code' }));
    const added = await findFactor(ctx.db, subject.sub);
    if (added !== null) await addCredentialId(ctx.db, { ...ctx.user, credentialId: added.id });
    await recordFactorEvent(ctx, subject.affiliateId, 'factor.added');
    await auditChange(ctx, subject, 'account.factor_added');
    await notifySecurityChange(ctx, ctx.db, subject, 'factor_added');
    return { recoveryCodes: codes };
  },

  'POST user/{affiliateId}/factor/recovery-codes': async (ctx, { params }) => {
    const subject = await requireCredentialOwner(ctx, params.affiliateId);
    const { methods } = await loadFactorState(ctx.db, subject.sub);
    if (!methods.includes('totp')) throw failCall('not_found');
    const recoveryCodes = await replaceRecoveryCodes(ctx.db, subject.sub);
    await recordFactorEvent(ctx, subject.affiliateId, 'recovery_code.replaced');
    await auditChange(ctx, subject, 'account.recovery_codes_replaced');
    return { recoveryCodes };
  },

  'DELETE user/{affiliateId}/factor': async (ctx, { params }) => {
    assertLocalPasswords(ctx);
    const subject = await requireManagedSubject(ctx, params.affiliateId);
    const { isStaff, methods } = await loadFactorState(ctx.db, subject.sub);
    if (isStaff && methods.length === 1) throw fail('account.factor_required');
    if (!(await removeFactor(ctx.db, subject.sub))) throw failCall('not_found');
    await recordFactorEvent(ctx, subject.affiliateId, 'factor.removed');
    await auditChange(ctx, subject, 'account.factor_removed');
    await notifySecurityChange(ctx, ctx.db, subject, 'factor_removed');
    return null;
  },

  'POST user/{affiliateId}/factor/reset': async (ctx, { params, body }) => {
    assertLocalPasswords(ctx);
    const subject = await requireSubject(ctx, params.affiliateId);
    // Staff who lost their factor ask a colleague; the last one asks the server's operator.
    if (subject.relation !== 'staff') throw failCall('access.denied');
    const { methods } = await loadFactorState(ctx.db, subject.sub);
    if (methods.length === 0) throw fail('account.no_factor');
    await resetFactors(ctx.db, subject.sub);
    await recordFactorEvent(ctx, subject.affiliateId, 'factor.reset');
    await auditChange(ctx, subject, 'account.factor_reset', { reason: body.reason });
    await notify(ctx.services, ctx.db, {
      to: subject.affiliateId,
      notice: accountNotices.factorReset,
      values: {},
      path: '/account',
      notifiesGuardians: false,
    });
    return null;
  },

  'GET user/{affiliateId}/activity': async (ctx, { params, query }) => {
    const subject = await requireManagedSubject(ctx, params.affiliateId);
    const [items] = await Promise.all([
      listActivity(ctx.db, subject.affiliateId, ctx.user.sessionId, query.before),
      auditRead(ctx, subject, 'activity'),
    ]);
    return { items: items.slice(0, activityPageSize), hasMore: items.length > activityPageSize };
  },
};

/** A link isn't a proof of identity: if the account has a second factor, the password isn't enough to confirm. */
async function needsSecondFactor(db: Db, { affiliateId, sessionId, sub }: Principal): Promise<boolean> {
  const session = await findSessionOrigin.first(db, { affiliateId, sessionId });
  if (session?.origin !== 'link') return false;
  return isStaff(session.affiliateTypeId) || (await loadFactorState(db, sub)).methods.length > 0;
}

const countFailedConfirmation = (ctx: Context) => countFailedAttempt(ctx, 'identity.confirm_failed', ctx.user.sub);

async function verifyProof(
  ctx: Context,
  { password, code, passkey }: Proof,
): Promise<'password' | 'password+totp' | 'passkey'> {
  const { services, user, now } = ctx;
  if (passkey !== undefined) {
    const isRight = await checkPasskeyProof(services, user.sub, passkey).catch(countFailedConfirmation(ctx));
    if (isRight) return 'passkey';
    return countFailedConfirmation(ctx)(fail('account.passkey_refused'));
  }
  const needsFactor = await needsSecondFactor(ctx.db, user);
  if (needsFactor && code === undefined)
    throw failCall('request.invalid', { message: 'account.factor.code.missing', path: 'code' });
  await requirePassword(ctx, { sub: user.sub, password: password ?? '' });
  if (!needsFactor || code === undefined) return 'password';
  const outcome = await checkTotpProof(services, user.sub, code, now).catch(countFailedConfirmation(ctx));
  if (outcome === 'accepted') return 'password+totp';
  return countFailedConfirmation(ctx)(
    fail(outcome === 'used' ? 'account.code_used' : 'account.code_wrong', { path: 'code' }),
  );
}

async function recordFactorEvent(
  { db, request, user }: Context,
  affiliateId: number,
  kind: Parameters<typeof recordSecurityEvent>[2]['kind'],
): Promise<void> {
  await recordSecurityEvent(db, request, { kind, affiliateId, sessionId: user.sessionId });
}
