import type { Context } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { notify } from '../../notifications/server/public.ts';
import { accountNotices } from '../shared/notices.ts';
import type { Subject } from './acting.ts';

/** What each change is called to the person, and to the guardian who made it for them. */
const notices = {
  password_changed: { own: accountNotices.passwordChanged, guardian: accountNotices.childPasswordChanged },
  passkey_added: { own: accountNotices.passkeyAdded, guardian: null },
  passkey_removed: { own: accountNotices.passkeyRemoved, guardian: accountNotices.childPasskeyRemoved },
} as const;

/** How somebody gets in has changed: they are told, and the guardian who changed it for them as well. */
export async function tellOfChange(
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
  if (subject.relation !== 'guardian' || guardian === null) return;
  await notify(services, db, {
    to: user.affiliateId,
    notice: guardian,
    values: { ...values, child: subject.givenName },
    path: `/account?for=${subject.affiliateId}`,
  });
}
