import { createHmac } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { deriveKey } from '#platform/server/crypto/secrets.ts';
import type { FailedAttempt } from '#platform/server/auth/security-event-counter.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { CodedError } from '#platform/shared/errors.ts';
import type { SecurityEventKind } from '#platform/shared/security-events.ts';
import { normalizeEmail } from '#features/identity/shared/rules.ts';
import { NetworkLimitError } from '#features/identity/server/accounts/throttle.ts';
import { findPersonBySub } from './queries.ts';

type Ctx = Pick<Context<Principal | null>, 'request' | 'services'>;

/** An account that never opened the portal has no person, so the event has no affiliate. */
export async function recordAccountEvent(
  ctx: Ctx,
  db: Db,
  sub: string,
  kind: SecurityEventKind,
  data: Record<string, unknown> = {},
): Promise<void> {
  const person = await findPersonBySub.first(db, { sub });
  await recordSecurityEvent(db, ctx.request, { kind, affiliateId: person?.affiliateId ?? null, data });
}

/** Records a failed sign-in for the person, or under a keyed hash of the typed address if it has no account. */
export async function recordFailedSignIn(
  ctx: Ctx,
  db: Db,
  { sub, email }: { sub: string | null; email: string },
): Promise<void> {
  const person = sub === null ? undefined : await findPersonBySub.first(db, { sub });
  await recordSecurityEvent(db, ctx.request, {
    kind: 'sign_in.failed',
    affiliateId: person?.affiliateId ?? null,
    addressHash: person === undefined ? hashAddress(ctx.services.env.SECRET_KEYS[0], email) : null,
  });
}

/**
 * Handler for `catch`: counts a failed or throttled attempt and rethrows the error. Counted by the hour, because
 * guessing must not fill the table, and outside the transaction, which the error rolls back.
 */
export function countFailedAttempt(
  ctx: Ctx,
  kind: FailedAttempt['kind'],
  sub: string | null,
): (reason: unknown) => Promise<never> {
  return async (reason) => {
    if (!(reason instanceof CodedError)) throw reason;
    // A network limit was caused by many accounts, so it isn't recorded for the last one.
    const isKnown = sub !== null && !(reason.cause instanceof NetworkLimitError);
    const person = isKnown ? await findPersonBySub.first(ctx.services.database.db, { sub }) : undefined;
    ctx.services.securityEvents.countFailure(ctx.request, { kind, affiliateId: person?.affiliateId ?? null });
    throw reason;
  };
}

/** Keyed, so addresses can't be tested against the table. */
export function hashAddress(secret: string, email: string): string {
  return createHmac('sha256', deriveKey(secret, 'security-event-address'))
    .update(normalizeEmail(email))
    .digest('base64url');
}
