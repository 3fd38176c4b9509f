import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { completeEmailVerification } from '#features/identity/server/public.ts';
import { endOtherDevices } from '#features/account/server/sessions/devices.ts';
import { endSession } from '#features/account/server/sessions/session.ts';
import { listCredentialIds } from '#features/account/server/sessions/session-credentials.ts';
import { findPersonBySub, listSessionIds } from '#features/account/server/queries.ts';

export type VisitorContext = Context<Principal | null>;

/**
 * The address is proven, and whatever a stranger may have set up before is gone. Of two proofs at the same moment one
 * counts; the other changes nothing.
 */
export async function recordEmailVerification(
  ctx: VisitorContext,
  db: Db,
  sub: string,
  { by, keepSessionId }: { by: 'code' | 'link' | 'password'; keepSessionId: string | null },
): Promise<void> {
  const { request, correlationId } = ctx;
  const person = await findPersonBySub(db, sub);
  const kept =
    person === undefined || keepSessionId === null
      ? null
      : { credentialIds: await listCredentialIds(db, person.affiliate_id, keepSessionId) };
  if (!(await completeEmailVerification(ctx, db, sub, kept)) || person === undefined) return;
  await endSessionsExcept(db, person, keepSessionId);
  const { affiliate_id: affiliateId } = person;
  await recordSecurityEvent(db, request, {
    kind: 'email.verified',
    affiliateId,
    sessionId: keepSessionId,
    data: { by },
  });
  await appendAudit(db, {
    actor: affiliateId,
    action: 'account.email_verified',
    subject: `person:${affiliateId}`,
    data: { by },
    correlationId,
  });
}

/** Within the transaction, so that a stranger's session is not used once more before a job ends it. */
export async function endSessionsExcept(
  db: Db,
  person: { affiliate_id: number; sub: string; email: string | null },
  keepSessionId: string | null,
): Promise<void> {
  const { affiliate_id: affiliateId, sub, email } = person;
  if (keepSessionId !== null) {
    await endOtherDevices(db, { affiliateId, sub, email }, keepSessionId);
    return;
  }
  for (const id of await listSessionIds(db, affiliateId)) await endSession(db, { ...person, id });
}
