import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import {
  addPasskey,
  startPasskeyRegistration,
  listPasskeys,
  loadFactorState,
  removePasskey,
} from '#features/identity/server/public.ts';
import { fail } from '#features/account/shared/contract.ts';
import { canAddCredentials } from '#features/account/shared/policy.ts';
import type { Passkey, securityEndpoints } from '#features/account/shared/security-contract.ts';
import {
  requireManagedSubject,
  requireSubject,
  auditChange,
  type Subject,
} from '#features/account/server/people/subject.ts';
import { notifySecurityChange } from './notifications.ts';
import { addCredentialId } from '#features/account/server/sessions/session-credentials.ts';

type PasskeyEndpoints =
  | 'POST user/{affiliateId}/passkeys/options'
  | 'POST user/{affiliateId}/passkeys'
  | 'DELETE user/{affiliateId}/passkeys/{id}';

export const passkeyHandlers: Pick<Handlers<typeof securityEndpoints>, PasskeyEndpoints> = {
  'POST user/{affiliateId}/passkeys/options': async (ctx, { params }) => {
    const { sub } = await requireCredentialOwner(ctx, params.affiliateId);
    const begun = await startPasskeyRegistration(ctx.db, ctx.services.env, sub);
    if (begun === null) throw failCall('not_found');
    if (begun === 'full') throw fail('account.passkeys_full');
    return begun;
  },

  'POST user/{affiliateId}/passkeys': async (ctx, { params, body }) => {
    const subject = await requireCredentialOwner(ctx, params.affiliateId);
    const added = await addPasskey(ctx.db, ctx.services, subject.sub, {
      ...body,
      isEmailVerified: ctx.user.isEmailVerified,
    });
    if (added === null) throw fail('account.passkey_refused');
    await addCredentialId(ctx.db, { ...ctx.user, credentialId: added.id });
    await recordSecurityEvent(ctx.db, ctx.request, {
      kind: 'passkey.added',
      affiliateId: subject.affiliateId,
      sessionId: ctx.user.sessionId,
    });
    await auditChange(ctx, subject, 'account.passkey_added', { id: added.id });
    await notifySecurityChange(ctx, ctx.db, subject, 'passkey_added', { passkey: added.name });
    return toPasskey(added);
  },

  'DELETE user/{affiliateId}/passkeys/{id}': async (ctx, { params }) => {
    assertLocalPasswords(ctx);
    const subject = await requireManagedSubject(ctx, params.affiliateId);
    const { isStaff, methods } = await loadFactorState(ctx.db, subject.sub);
    const removed = await removePasskey(ctx.db, subject.sub, params.id);
    if (removed === null) throw failCall('not_found');
    const isLast = !methods.includes('totp') && (await listPasskeys(ctx.db, subject.sub)).length === 0;
    if (isStaff && isLast) throw fail('account.factor_required');
    await recordSecurityEvent(ctx.db, ctx.request, {
      kind: 'passkey.removed',
      affiliateId: subject.affiliateId,
      sessionId: ctx.user.sessionId,
    });
    await auditChange(ctx, subject, 'account.passkey_removed', { id: removed.id });
    await notifySecurityChange(ctx, ctx.db, subject, 'passkey_removed', { passkey: removed.name });
    return null;
  },
};

/** An external issuer manages passwords and passkeys itself. */
export function assertLocalPasswords({ services }: Context): void {
  if (services.env.OIDC_ISSUER !== undefined) throw fail('account.password_elsewhere');
}

export async function requireCredentialOwner(ctx: Context, affiliateId: number): Promise<Subject> {
  assertLocalPasswords(ctx);
  const subject = await requireSubject(ctx, affiliateId);
  if (!canAddCredentials(subject.relation)) throw failCall('access.denied');
  return subject;
}

export function toPasskey({
  createdAt,
  lastUsedAt,
  ...rest
}: Awaited<ReturnType<typeof listPasskeys>>[number]): Passkey {
  return { ...rest, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
