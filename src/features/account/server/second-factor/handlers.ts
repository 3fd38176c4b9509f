import type { Handlers } from '../../../../platform/server/calls.ts';
import type { Context } from '../../../../platform/server/context.ts';
import { statement, type Db } from '../../../../platform/server/db.ts';
import { recordSecurityEvent } from '../../../../platform/server/security-events.ts';
import type { Principal } from '../../../../platform/server/token.ts';
import type { InputOf } from '../../../../platform/shared/contract.ts';
import { fail as failCall } from '../../../../platform/shared/errors.ts';
import {
  addFactor,
  beginFactor,
  beginPasskeyProof,
  checkPasskeyProof,
  checkTotpProof,
  countFailedTry,
  demandPassword,
  findCredentials,
  findFactor,
  loadFactorState,
  removeFactor,
  replaceRecoveryCodes,
  resetFactors,
} from '../../../identity/server/public.ts';
import { notify } from '../../../notifications/server/public.ts';
import { fail } from '../../shared/contract.ts';
import { activityPageSize, type factorCalls } from '../../shared/factor-contract.ts';
import { accountNotices } from '../../shared/notices.ts';
import { canManageAccount } from '../../shared/policy.ts';
import { demandSubject, logChange, logReading } from '../acting.ts';
import { tellOfChange } from '../security-mail.ts';
import { addCredentialId } from '../session-factors.ts';
import { demandOwnPasswords, demandSelf } from '../security-passkeys.ts';
import { listActivity } from '../security-events/activity.ts';

type FactorCalls = typeof factorCalls;
type Proof = InputOf<FactorCalls['calls']['POST confirm-identity']>['body'];

const confirmSession = statement<{ id: string }, [affiliateId: number, id: string]>(`
  update session set confirmed_at = now(), confirmed_until = null
  where affiliate_id = $1 and id::text = $2 and ended_at is null returning id`);

export const factorHandlers: Handlers<FactorCalls> = {
  'POST confirm-identity/options': async ({ services, db, user }) => {
    if (services.env.OIDC_ISSUER !== undefined) return { methods: ['elsewhere'], passkey: null };
    const [credentials, state, passkey, needsFactor] = await Promise.all([
      findCredentials(db, user.sub),
      loadFactorState(db, user.sub),
      beginPasskeyProof(db, services.env, user.sub),
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
    demandOwnPasswords(ctx);
    const { services, user } = ctx;
    const event = { affiliateId: user.affiliateId, sessionId: user.sessionId };
    const method = await prove(ctx, body);
    await services.database.inTransaction(ctx.correlationId, async (db) => {
      const [confirmed] = await confirmSession(db, user.affiliateId, user.sessionId);
      if (confirmed === undefined) throw failCall('session.invalid');
      await recordSecurityEvent(db, ctx.request, { kind: 'identity.confirmed', ...event, data: { method } });
    });
    return null;
  },

  'POST user/{affiliateId}/factor/options': async (ctx, { params }) => {
    const { sub } = await demandSelf(ctx, params.affiliateId);
    const begun = await beginFactor(ctx.db, ctx.services.env, sub);
    if (begun === null) throw failCall('not_found');
    return begun;
  },

  'POST user/{affiliateId}/factor': async (ctx, { params, body }) => {
    const subject = await demandSelf(ctx, params.affiliateId);
    const proof = { ...body, isEmailVerified: ctx.user.isEmailVerified };
    const codes = await addFactor(ctx.db, ctx.services, subject.sub, proof, ctx.now).catch(countFailed(ctx));
    if (codes === 'expired') throw fail('account.factor_expired');
    if (codes === 'wrong') return countFailed(ctx)(fail('account.code_wrong', { path: 'code' }));
    const added = await findFactor(ctx.db, subject.sub);
    if (added !== null) await addCredentialId(ctx.db, ctx.user, added.id);
    await record(ctx, subject.affiliateId, 'factor.added');
    await logChange(ctx, subject, 'account.factor_added');
    await tellOfChange(ctx, ctx.db, subject, 'factor_added');
    return { recoveryCodes: codes };
  },

  'POST user/{affiliateId}/factor/recovery-codes': async (ctx, { params }) => {
    const subject = await demandSelf(ctx, params.affiliateId);
    const { methods } = await loadFactorState(ctx.db, subject.sub);
    if (!methods.includes('totp')) throw failCall('not_found');
    const recoveryCodes = await replaceRecoveryCodes(ctx.db, subject.sub);
    await record(ctx, subject.affiliateId, 'recovery_code.replaced');
    await logChange(ctx, subject, 'account.recovery_codes_replaced');
    return { recoveryCodes };
  },

  'DELETE user/{affiliateId}/factor': async (ctx, { params }) => {
    demandOwnPasswords(ctx);
    const subject = await demandSubject(ctx, params.affiliateId);
    if (!canManageAccount(subject.relation)) throw failCall('access.denied');
    const { isStaff, methods } = await loadFactorState(ctx.db, subject.sub);
    if (isStaff && methods.length === 1) throw fail('account.factor_required');
    if (!(await removeFactor(ctx.db, subject.sub))) throw failCall('not_found');
    await record(ctx, subject.affiliateId, 'factor.removed');
    await logChange(ctx, subject, 'account.factor_removed');
    await tellOfChange(ctx, ctx.db, subject, 'factor_removed');
    return null;
  },

  'POST user/{affiliateId}/factor/reset': async (ctx, { params, body }) => {
    demandOwnPasswords(ctx);
    const subject = await demandSubject(ctx, params.affiliateId);
    // Whoever has lost their own asks a colleague; the last one asks whoever runs the server.
    if (subject.relation !== 'staff') throw failCall('access.denied');
    const { methods } = await loadFactorState(ctx.db, subject.sub);
    if (methods.length === 0) throw fail('account.no_factor');
    await resetFactors(ctx.db, subject.sub);
    await record(ctx, subject.affiliateId, 'factor.reset');
    await logChange(ctx, subject, 'account.factor_reset', { reason: body.reason });
    await notify(ctx.services, ctx.db, {
      to: subject.affiliateId,
      notice: accountNotices.factorReset,
      values: {},
      path: '/account',
      tellsGuardians: false,
    });
    return null;
  },

  'GET user/{affiliateId}/activity': async (ctx, { params, query }) => {
    const subject = await demandSubject(ctx, params.affiliateId);
    if (!canManageAccount(subject.relation)) throw failCall('access.denied');
    const [items] = await Promise.all([
      listActivity(ctx.db, subject.affiliateId, ctx.user.sessionId, query.before, activityPageSize + 1),
      logReading(ctx, subject, 'activity'),
    ]);
    return { items: items.slice(0, activityPageSize), hasMore: items.length > activityPageSize };
  },
};

/** A link proves nothing: where the account has a second factor, the password isn't enough to confirm. */
const selectNeed = statement<{ origin: string; isStaff: boolean }, [affiliateId: number, id: string]>(`
  select s.origin, p.affiliate_type_id = 9 as "isStaff" from session s join person p using (affiliate_id)
  where s.affiliate_id = $1 and s.id::text = $2`);

async function needsSecondFactor(db: Db, { affiliateId, sessionId, sub }: Principal): Promise<boolean> {
  const [session] = await selectNeed(db, affiliateId, sessionId);
  if (session?.origin !== 'link') return false;
  return session.isStaff || (await loadFactorState(db, sub)).methods.length > 0;
}

const countFailed = (ctx: Context) => countFailedTry(ctx, 'identity.confirm_failed', ctx.user.sub);

async function prove(
  ctx: Context,
  { password, code, passkey }: Proof,
): Promise<'password' | 'password+totp' | 'passkey'> {
  const { services, user, now } = ctx;
  if (passkey !== undefined) {
    const isRight = await checkPasskeyProof(services, user.sub, passkey).catch(countFailed(ctx));
    if (isRight) return 'passkey';
    return countFailed(ctx)(fail('account.passkey_refused'));
  }
  const needsFactor = await needsSecondFactor(ctx.db, user);
  if (needsFactor && code === undefined)
    throw failCall('request.invalid', { message: 'account.factor.code.missing', path: 'code' });
  await demandPassword(ctx, { sub: user.sub, password: password ?? '' });
  if (!needsFactor || code === undefined) return 'password';
  const outcome = await checkTotpProof(services, user.sub, code, now).catch(countFailed(ctx));
  if (outcome === 'accepted') return 'password+totp';
  return countFailed(ctx)(fail(outcome === 'used' ? 'account.code_used' : 'account.code_wrong', { path: 'code' }));
}

async function record(
  { db, request, user }: Context,
  affiliateId: number,
  kind: Parameters<typeof recordSecurityEvent>[2]['kind'],
): Promise<void> {
  await recordSecurityEvent(db, request, { kind, affiliateId, sessionId: user.sessionId });
}
