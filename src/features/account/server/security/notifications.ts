import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { notify } from '#features/notifications/server/public.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import type { Subject } from '#features/account/server/people/subject.ts';
import { findFullName, notifyGuardians } from '#features/account/server/people/guardian-notifications.ts';

/** The notice of each change to the person, and to the guardian who made it. */
const notices = {
  password_changed: { own: accountNotices.passwordChanged, guardian: accountNotices.childPasswordChanged },
  passkey_added: { own: accountNotices.passkeyAdded, guardian: null },
  passkey_removed: { own: accountNotices.passkeyRemoved, guardian: accountNotices.childPasskeyRemoved },
  factor_added: { own: accountNotices.factorAdded, guardian: null },
  factor_removed: { own: accountNotices.factorRemoved, guardian: null },
} as const;

/** Notifies the person of a change to their credentials, and the guardian who made it. */
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
    notifiesGuardians: false,
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

/** Notifies guardians of who changed a child's password: another guardian or the child, because no one else can. */
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

/** Notifies guardians that the child changed their own password, or reset it by mail. */
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
