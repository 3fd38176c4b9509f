import { assertSameOrigin } from '#platform/server/auth/access.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createLink, peekLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import {
  changeAccountEmail,
  requirePassword,
  findCredentials,
  findSubByEmail,
  isEmailReserved,
  restoreAccountEmail,
  revertLifetimeS,
} from '#features/identity/server/public.ts';
import { fail as failIdentity } from '#features/identity/shared/contract.ts';
import { fail } from '#features/account/shared/contract.ts';
import type { EmailCorrection, emailCorrectionEndpoints } from '#features/identity/shared/email-contract.ts';
import { requireSubject, lockSubject, auditRead } from '#features/account/server/people/subject.ts';
import { isOwnFamily } from '#features/account/server/people/family.ts';
import { assertLocalPasswords } from '#features/account/server/security/passkey-handlers.ts';
import { closeUnverifiedAccount } from './delete-unverified-accounts.ts';
import {
  notifyEmailChangeConfirmed,
  notifyEmailChangeRequested,
  notifyEmailChangeReverted,
} from './correction-notifications.ts';
import * as queries from './correction-queries.ts';
import { findOwnSessionId, assertLinkRateLimit } from './handlers.ts';
import { endSessionsExcept, type VisitorContext } from './record-verification.ts';

const confirmPurpose = 'account.email-correction.confirm';
const revertPurpose = 'account.email-correction.revert';
const confirmLifetimeS = 3 * 86_400;

export const emailCorrectionHandlers: Handlers<typeof emailCorrectionEndpoints> = {
  'GET user/{affiliateId}/email-correction': async (ctx, { params }) => {
    const subject = await requireSubject(ctx, params.affiliateId);
    const pending = await queries.findPending.first(ctx.db, subject);
    await auditRead(ctx, subject, 'email_correction');
    return { email: subject.email, pending: pending === undefined ? null : toCorrection(pending) };
  },

  'POST user/{affiliateId}/email-correction': async (ctx, { params, body }) => {
    assertLocalPasswords(ctx);
    const { db, user, services, correlationId } = ctx;
    const subject = await lockSubject(ctx, params.affiliateId);
    const { affiliateId, sub, email: oldEmail } = subject;
    // A clerk can't correct their own or their family's address: a second person has to check it.
    if (await isOwnFamily(ctx, affiliateId)) throw failCall('access.denied');
    if (oldEmail === null || (await findCredentials(db, sub)) === null) throw failCall('not_found');
    if (oldEmail.toLowerCase() === body.email.toLowerCase()) throw fail('account.email_unchanged', { path: 'email' });
    await assertEmailAvailable(db, body.email, sub);
    await queries.cancelPending(db, { affiliateId });
    const { email: newEmail, reason } = body;
    const requestedBy = user.affiliateId;
    const stored = await queries.insertCorrection.first(db, { affiliateId, oldEmail, newEmail, reason, requestedBy });
    if (stored === undefined) throw new Error('email correction insert returned no row');
    const data = { affiliateId, id: stored.id };
    const confirm = await createLink(db, { purpose: confirmPurpose, data, lifetimeS: confirmLifetimeS });
    const keep = await createLink(db, { purpose: revertPurpose, data, lifetimeS: confirmLifetimeS });
    const correction = { ...subject, ...body, oldEmail, newEmail };
    await notifyEmailChangeRequested(services, db, correction, { confirm, keep });
    await appendAudit(db, {
      actor: user.affiliateId,
      action: 'account.email_correction_requested',
      subject: `person:${affiliateId}`,
      data: { id: stored.id, reason },
      correlationId,
    });
    return toCorrection({ ...stored, newEmail, reason });
  },

  'DELETE user/{affiliateId}/email-correction': async (ctx, { params }) => {
    const { affiliateId } = await requireSubject(ctx, params.affiliateId);
    if (await isOwnFamily(ctx, affiliateId)) throw failCall('access.denied');
    const cancelled = await queries.cancelPending.first(ctx.db, { affiliateId });
    if (cancelled === undefined) throw failCall('not_found');
    await recordCanceledCorrection(ctx, affiliateId, cancelled.id, ctx.user.affiliateId);
    return null;
  },

  'POST email-correction/check': async (ctx, { body }) => {
    await assertLinkRateLimit(ctx);
    for (const [action, purpose] of [
      ['confirm', confirmPurpose],
      ['revert', revertPurpose],
    ] as const) {
      const row = await findByToken(ctx.db, body.token, purpose);
      if (row === null) continue;
      const isSignedIn = (await findOwnSessionId(ctx, row.sub)) !== null;
      const { oldEmail, newEmail, isConfirmed } = row;
      return { action, oldEmail, newEmail, isSignedIn, isConfirmed };
    }
    throw failIdentity('identity.link_expired');
  },

  'POST email-correction/confirm': async (ctx, { body }) => {
    const { services, correlationId } = ctx;
    assertSameOrigin(ctx.request, services.env.BASE_URL);
    await assertLinkRateLimit(ctx);
    const row = await findByToken(ctx.db, body.token, confirmPurpose);
    if (row === null) throw failIdentity('identity.link_expired');
    if ((await findOwnSessionId(ctx, row.sub)) === null) {
      // A mistyped address belongs to another person, so the mailbox alone must not be enough to take the account.
      if (body.password === undefined) throw failIdentity('identity.incorrect_password', { path: 'password' });
      await requirePassword(ctx, { sub: row.sub, password: body.password });
    }
    await services.database.inTransaction(correlationId, async (db) => {
      const data = await redeemLink(db, body.token, confirmPurpose);
      const correction = await queries.lockCorrection.first(db, row);
      if (data === null || !correction?.isPending) throw failIdentity('identity.link_expired');
      await assertEmailAvailable(db, correction.newEmail, correction.sub);
      await changeEmail(ctx, db, correction, 'new');
      await queries.confirmCorrection(db, correction);
      const { affiliateId, id } = correction;
      const revert = await createLink(db, {
        purpose: revertPurpose,
        data: { affiliateId, id },
        lifetimeS: revertLifetimeS,
      });
      await notifyEmailChangeConfirmed(services, db, correction, revert);
      await recordCorrection(ctx, db, correction, 'email.corrected');
    });
    return null;
  },

  'POST email-correction/revert': async (ctx, { body }) => {
    const { services, db } = ctx;
    assertSameOrigin(ctx.request, services.env.BASE_URL);
    await assertLinkRateLimit(ctx);
    const row = await findByToken(db, body.token, revertPurpose);
    const data = await redeemLink(db, body.token, revertPurpose);
    const correction = row === null ? undefined : await queries.lockCorrection.first(db, row);
    if (data === null || correction === undefined) throw failIdentity('identity.link_expired');
    const { affiliateId, id } = correction;
    if (correction.isPending) {
      await queries.cancelPending(db, { affiliateId });
      await recordCanceledCorrection(ctx, affiliateId, id, affiliateId);
      return null;
    }
    if (!correction.isConfirmed) throw failIdentity('identity.link_expired');
    await closeUnverifiedHolder(ctx, correction);
    await changeEmail(ctx, db, correction, 'old');
    await queries.revertCorrection(db, correction);
    await notifyEmailChangeReverted(services, db, correction);
    await recordCorrection(ctx, db, correction, 'email.reverted');
    return null;
  },
};

async function findByToken(db: Db, token: string, purpose: string): Promise<queries.CorrectionRow | null> {
  const data = await peekLink(db, token, purpose);
  if (data === null) return null;
  const affiliateId = Number(data['affiliateId']);
  const row = await queries.findCorrection.first(db, { affiliateId, id: String(data['id']) });
  const isOpen = row !== undefined && (row.isPending || (purpose === revertPurpose && row.isConfirmed));
  return isOpen ? row : null;
}

/** Changes the account and the person together, and ends every session. */
async function changeEmail(
  ctx: VisitorContext,
  db: Db,
  { affiliateId, sub, currentEmail, oldEmail, newEmail }: queries.CorrectionRow,
  which: 'new' | 'old',
): Promise<void> {
  const to = which === 'new' ? newEmail : oldEmail;
  const hasChanged =
    which === 'new'
      ? await changeAccountEmail(db, sub, oldEmail, newEmail)
      : // The first mailbox can revert even after a later correction.
        await restoreAccountEmail(ctx, db, sub, currentEmail, oldEmail);
  if (!hasChanged) throw failIdentity('identity.email_taken', { path: 'email' });
  await queries.updatePersonEmail(db, { affiliateId, email: to });
  await endSessionsExcept(db, { affiliate_id: affiliateId, sub, email: to }, null);
}

/** Closes a stranger's unverified account with the old address, which would block the revert. */
async function closeUnverifiedHolder(ctx: VisitorContext, { sub, oldEmail }: queries.CorrectionRow): Promise<void> {
  const holder = await findSubByEmail(ctx.db, oldEmail);
  if (holder !== null && holder !== sub) await closeUnverifiedAccount(ctx, holder);
}

async function assertEmailAvailable(db: Db, email: string, sub: string): Promise<void> {
  const use = await queries.findEmailUse.first(db, { email, sub });
  if (use?.isUsed !== false || (await isEmailReserved(db, email, sub)))
    throw failIdentity('identity.email_taken', { path: 'email' });
}

async function recordCorrection(
  ctx: VisitorContext,
  db: Db,
  { affiliateId, id }: queries.CorrectionRow,
  kind: 'email.corrected' | 'email.reverted',
): Promise<void> {
  await recordSecurityEvent(db, ctx.request, { kind, affiliateId, data: { id } });
  await appendAudit(db, {
    actor: affiliateId,
    action: kind === 'email.corrected' ? 'account.email_corrected' : 'account.email_reverted',
    subject: `person:${affiliateId}`,
    data: { id },
    correlationId: ctx.correlationId,
  });
}

async function recordCanceledCorrection(
  { db, correlationId }: Pick<VisitorContext, 'db' | 'correlationId'>,
  affiliateId: number,
  id: string,
  actor: number,
): Promise<void> {
  await appendAudit(db, {
    actor,
    action: 'account.email_correction_cancelled',
    subject: `person:${affiliateId}`,
    data: { id },
    correlationId,
  });
}

function toCorrection({
  id,
  newEmail,
  reason,
  requestedAt,
}: Pick<queries.CorrectionRow, 'id' | 'newEmail' | 'reason' | 'requestedAt'>): EmailCorrection {
  return { id, newEmail, reason, requestedDate: requestedAt.toISOString() };
}
