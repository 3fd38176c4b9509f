import { assertRequirement } from '#platform/server/auth/access.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import type { InputOf } from '#platform/shared/contract.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import {
  changePassword,
  requirePassword,
  findCredentials,
  findFactor,
  listPasskeys,
  preparePasswordChange,
  rememberDevice,
} from '#features/identity/server/public.ts';
import { canManageAccount } from '#features/account/shared/policy.ts';
import type { securityEndpoints } from '#features/account/shared/security-contract.ts';
import {
  requireManagedSubject,
  requireSubject,
  formatFullName,
  lockSubject,
  auditChange,
  auditRead,
  type Subject,
} from '#features/account/server/people/subject.ts';
import { endDevice, endOtherDevices, toDevice } from '#features/account/server/sessions/devices.ts';
import { notifySecurityChange } from './notifications.ts';
import { assertLocalPasswords, passkeyHandlers, toPasskey } from './passkey-handlers.ts';
import { findAccountState, listPeopleByUsername } from './queries.ts';

type SecurityEndpoints = typeof securityEndpoints;
type PasswordChange = Pick<InputOf<SecurityEndpoints['endpoints']['POST password/change']>, 'body'>;

async function handlePasswordChange(ctx: Context, { body }: PasswordChange): Promise<null> {
  assertLocalPasswords(ctx);
  const { services, user } = ctx;
  const subject = await findByUsername(ctx, body.username.trim());
  // A child's password isn't the guardian's own, so a guardian has to confirm their identity first.
  if (subject.relation === 'guardian') assertRequirement('recentConfirmation', user);
  const proof = { sub: user.sub, password: body.oldPassword, path: 'oldPassword' };
  const proven = await requirePassword(ctx, proof);
  const credentials = subject.relation === 'self' ? proven : await findCredentials(ctx.db, subject.sub);
  if (credentials === null) throw failCall('not_found');
  const prepared = await preparePasswordChange(services.env, credentials, body.newPassword, 'newPassword');
  const changed = await services.database.inTransaction(ctx.correlationId, async (db) => {
    // The guardian may have been removed while the password was hashed.
    await lockSubject({ ...ctx, db }, subject.affiliateId);
    const { signOutEverywhere } = body;
    const stored = await changePassword(db, prepared);
    if (signOutEverywhere) {
      const sessions = await endOtherDevices(db, subject, user.sessionId);
      const { affiliateId } = subject;
      await recordSecurityEvent(db, ctx.request, { kind: 'session.ended_elsewhere', affiliateId, data: { sessions } });
    }
    await auditChange({ ...ctx, db }, subject, 'account.password_changed', { signOutEverywhere });
    await notifySecurityChange(ctx, db, subject, 'password_changed');
    await recordSecurityEvent(db, ctx.request, {
      kind: 'password.changed',
      affiliateId: subject.affiliateId,
      sessionId: user.sessionId,
    });
    return stored;
  });
  if (subject.relation === 'self') rememberDevice(services.env, ctx.request, ctx.reply, changed, ctx.now);
  return null;
}

export const securityHandlers: Handlers<SecurityEndpoints> = {
  ...passkeyHandlers,

  'POST password/change': handlePasswordChange,
  'POST legacy/password/change': handlePasswordChange,

  'GET user/{affiliateId}/account': async (ctx, { params }) => {
    const { env } = ctx.services;
    const subject = await requireManagedSubject(ctx, params.affiliateId);
    const signsInWith = env.OIDC_ISSUER === undefined ? 'us' : 'elsewhere';
    const [state, passkeys, factor] = await Promise.all([
      findAccountState.first(ctx.db, { affiliateId: subject.affiliateId, idleMin: env.SESSION_IDLE_MIN }),
      signsInWith === 'us' ? listPasskeys(ctx.db, subject.sub) : [],
      signsInWith === 'us' ? findFactor(ctx.db, subject.sub) : null,
      auditRead(ctx, subject, 'account'),
    ]);
    return {
      affiliateId: subject.affiliateId,
      fullName: formatFullName(subject),
      firstName: subject.givenName,
      email: subject.email,
      relation: subject.relation,
      isMinor: subject.isMinor,
      signsInWith,
      devices: (state?.devices ?? []).map((session) => toDevice(session, ctx.user.sessionId)),
      passkeys: passkeys.map(toPasskey),
      factor: factor && { createdAt: factor.createdAt.toISOString(), recoveryCodesLeft: factor.recoveryCodesLeft },
      export: state?.export ?? null,
      deletion: state?.deletion ?? null,
    };
  },

  'DELETE user/{affiliateId}/sessions/{id}': async (ctx, { params }) => {
    const subject = await requireManagedSubject(ctx, params.affiliateId);
    const hasEnded = await endDevice(ctx.services, ctx.db, subject, params.id);
    if (hasEnded) {
      await auditChange(ctx, subject, 'account.device_signed_out', { id: params.id });
      const ended = {
        kind: 'session.ended_elsewhere',
        affiliateId: subject.affiliateId,
        sessionId: params.id,
      } as const;
      await recordSecurityEvent(ctx.db, ctx.request, ended);
    }
    return null;
  },
};

async function findByUsername(ctx: Context, username: string): Promise<Subject> {
  const actorId = ctx.user.affiliateId;
  const [first, second] = await listPeopleByUsername(ctx.db, { actorId, username });
  const isUnique = first !== undefined && (second === undefined || first.affiliateId === actorId);
  const subject = isUnique ? await requireSubject(ctx, first.affiliateId) : null;
  if (subject === null || !canManageAccount(subject.relation)) throw failCall('not_found');
  return subject;
}
