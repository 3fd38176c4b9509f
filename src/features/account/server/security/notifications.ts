import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { notify } from '#features/notifications/server/public.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import type { Subject } from '#features/account/server/people/subject.ts';
import { findFullName, notifyGuardians } from '#features/account/server/people/guardian-notifications.ts';

/** What each change is called to the person, and to the guardian who made it for them. */
const notices = {
  password_changed: { own: accountNotices.passwordChanged, guardian: accountNotices.childPasswordChanged },
  passkey_added: { own: accountNotices.passkeyAdded, guardian: null },
  passkey_removed: { own: accountNotices.passkeyRemoved, guardian: accountNotices.childPasskeyRemoved },
  factor_added: { own: accountNotices.factorAdded, guardian: null },
  factor_removed: { own: accountNotices.factorRemoved, guardian: null },
} as const;

/** How somebody gets in has changed: they are told, and the guardian who changed it for them as well. */
export async function notifySecurityChange(
  { services, user }: Context,
  db: Db,
  subject: Subject,
  change: keyof typeof notices,
  values: Record<string, string> = {},
): Promise<void> {
  const { own, guardian } = notices[change];
  await notify(services, db, {
    to: subject.affiliateId,
    notice: own,
    values,
    path: '/account',
    tellsGuardians: false,
  });
  if (change === 'password_changed' && subject.isMinor) await notifyOtherGuardians({ services, user }, db, subject);
  if (subject.relation !== 'guardian' || guardian === null) return;
  await notify(services, db, {
    to: user.affiliateId,
    notice: guardian,
    values: { ...values, child: subject.givenName },
    path: `/account?for=${subject.affiliateId}`,
  });
}

/** Names who did it: another guardian, or the child. No one else can change a child's password. */
async function notifyOtherGuardians(
  { services, user }: Pick<Context, 'services' | 'user'>,
  db: Db,
  subject: Subject,
): Promise<void> {
  if (subject.relation === 'self') return notifyGuardiansOfOwnChange(services, db, subject);
  await notifyGuardians(services, db, subject, {
    notice: accountNotices.childPasswordReset,
    values: { child: subject.givenName, guardian: await findFullName(db, user.affiliateId) },
    path: '/family',
    except: user.affiliateId,
  });
}

/** The child changed their own password, or reset it with the link that was mailed to their address. */
export async function notifyGuardiansOfOwnChange(
  services: Context['services'],
  db: Db,
  subject: Pick<Subject, 'affiliateId' | 'givenName' | 'isMinor'>,
): Promise<void> {
  await notifyGuardians(services, db, subject, {
    notice: accountNotices.childChangedPassword,
    values: { child: subject.givenName },
    path: '/family',
  });
}
