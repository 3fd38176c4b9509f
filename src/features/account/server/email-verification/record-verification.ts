import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { completeEmailVerification } from '#features/identity/server/public.ts';
import { endOtherDevices } from '#features/account/server/sessions/devices.ts';
import { endSession } from '#features/account/server/sessions/session.ts';
import { listCredentialIds } from '#features/account/server/sessions/session-credentials.ts';
import { findPersonBySub } from '#features/account/server/people/queries.ts';
import { listOpenSessions } from '#features/account/server/sessions/queries.ts';

export type VisitorContext = Context<Principal | null>;

/**
 * Verifies the address and removes credentials that a stranger may have set up before. A second, parallel verification
 * changes nothing.
 */
export async function recordEmailVerification(
  ctx: VisitorContext,
  db: Db,
  sub: string,
  { by, retainedSessionId }: { by: 'code' | 'link' | 'password'; retainedSessionId: string | null },
): Promise<void> {
  const { request, correlationId } = ctx;
  const person = await findPersonBySub.first(db, { sub });
  const retained =
    person === undefined || retainedSessionId === null
      ? null
      : {
          credentialIds: await listCredentialIds(db, {
            affiliateId: person.affiliate_id,
            sessionId: retainedSessionId,
          }),
        };
  if (!(await completeEmailVerification(ctx, db, sub, retained)) || person === undefined) return;
  await endSessionsExcept(db, person, retainedSessionId);
  const { affiliate_id: affiliateId } = person;
  await recordSecurityEvent(db, request, {
    kind: 'email.verified',
    affiliateId,
    sessionId: retainedSessionId,
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

/** Runs in the caller's transaction, because a stranger could use a session until a job ends it. */
export async function endSessionsExcept(
  db: Db,
  person: { affiliate_id: number; sub: string; email: string | null },
  retainedSessionId: string | null,
): Promise<void> {
  const { affiliate_id: affiliateId, sub, email } = person;
  if (retainedSessionId !== null) {
    await endOtherDevices(db, { affiliateId, sub, email }, retainedSessionId);
    return;
  }
  for (const { id } of await listOpenSessions(db, { affiliateId })) await endSession(db, { ...person, id });
}
