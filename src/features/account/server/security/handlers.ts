import { assertRequirement } from '#platform/server/auth/access.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
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
import { canManageAccount } from '#features/account/shared/account-permissions.ts';
import type { DataExport, securityEndpoints } from '#features/account/shared/security-contract.ts';
import {
  requireManagedSubject,
  requireSubject,
  formatFullName,
  lockSubject,
  auditChange,
  auditRead,
  type Subject,
} from '#features/account/server/people/subject.ts';
import { isoTimestampSql } from '#platform/server/db/iso-timestamp-sql.ts';
import {
  endDevice,
  endOtherDevices,
  toDevice,
  type SessionSummary,
} from '#features/account/server/sessions/devices.ts';
import { currentStateSql } from '#features/account/server/personal-data/export-queries.ts';
import { notifySecurityChange } from './notifications.ts';
import { assertLocalPasswords, passkeyHandlers, toPasskey } from './passkey-handlers.ts';

type SecurityEndpoints = typeof securityEndpoints;
type PasswordChange = Pick<InputOf<SecurityEndpoints['endpoints']['POST password/change']>, 'body'>;

interface AccountStateRow {
  devices: SessionSummary[];
  export: DataExport | null;
  deletion: { requestedAt: string; dueAt: string } | null;
}

/** Lists the same sessions that `findSession` accepts. */
const selectAccountState = statement<AccountStateRow, [affiliateId: number, idleMin: number]>(`
  select
    array(
      select jsonb_build_object('id', id, 'userAgent', user_agent, 'signedInAt', ${isoTimestampSql('created_at')},
        'lastSeenAt', ${isoTimestampSql('last_seen_at')})
      from session
      where affiliate_id = $1 and ended_at is null and expires_at > now()
        and last_seen_at > now() - make_interval(mins => $2 + 5)
      order by last_seen_at desc, id
    ) as devices,
    (
      select jsonb_build_object('id', id, 'state', ${currentStateSql}, 'progress', progress, 'bytes', bytes,
        'requestedAt', ${isoTimestampSql('requested_at')}, 'readyAt', ${isoTimestampSql('ready_at')},
        'expiresAt', ${isoTimestampSql('expires_at')})
      from data_export where affiliate_id = $1 order by requested_at desc, id limit 1
    ) as export,
    (
      select jsonb_build_object('requestedAt', ${isoTimestampSql('requested_at')}, 'dueAt', ${isoTimestampSql('due_at')})
      from account_deletion where affiliate_id = $1
    ) as deletion`);

/** Finds the caller or one of their children by username. If several people share the address, it is the caller. */
const selectUsername = statement<{ affiliate_id: number }, [actorId: number, username: string]>(`
  select p.affiliate_id from person p
  where (lower(p.email) = lower($2) or p.sub = lower($2))
    and (p.affiliate_id = $1
      or exists (select from guardian_link g where g.affiliate_id = p.affiliate_id and g.guardian_id = $1))
  order by p.affiliate_id <> $1, p.affiliate_id
  limit 2`);

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
  if (subject.relation === 'self') rememberDevice(services.env, ctx.reply, changed, ctx.now);
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
    const [[state], passkeys, factor] = await Promise.all([
      selectAccountState(ctx.db, subject.affiliateId, env.SESSION_IDLE_MIN),
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
  const [first, second] = await selectUsername(ctx.db, ctx.user.affiliateId, username);
  const isUnique = first !== undefined && (second === undefined || first.affiliate_id === ctx.user.affiliateId);
  const subject = isUnique ? await requireSubject(ctx, first.affiliate_id) : null;
  if (subject === null || !canManageAccount(subject.relation)) throw failCall('not_found');
  return subject;
}
