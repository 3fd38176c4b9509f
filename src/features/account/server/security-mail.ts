import type { Context } from '../../../platform/server/context.ts';
import { type Db, statement } from '../../../platform/server/db.ts';
import { notify } from '../../notifications/server/public.ts';
import { accountNotices } from '../shared/notices.ts';
import type { Subject } from './acting.ts';
import { nameOf } from './name-sql.ts';

/** What each change is called to the person, and to the guardian who made it for them. */
const notices = {
  password_changed: { own: accountNotices.passwordChanged, guardian: accountNotices.childPasswordChanged },
  passkey_added: { own: accountNotices.passkeyAdded, guardian: null },
  passkey_removed: { own: accountNotices.passkeyRemoved, guardian: accountNotices.childPasskeyRemoved },
  factor_added: { own: accountNotices.factorAdded, guardian: null },
  factor_removed: { own: accountNotices.factorRemoved, guardian: null },
} as const;

const selectName = statement<{ name: string }, [affiliateId: number]>(
  `select ${nameOf('p')} as name from person p where p.affiliate_id = $1`,
);

const selectGuardians = statement<{ guardianId: number }, [affiliateId: number]>(
  'select guardian_id::int as "guardianId" from guardian_link where affiliate_id = $1 order by 1',
);

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
  if (change === 'password_changed' && subject.isMinor) await notifyOtherGuardians({ services, user }, db, subject);
  if (subject.relation !== 'guardian' || guardian === null) return;
  await notify(services, db, {
    to: user.affiliateId,
    notice: guardian,
    values: { ...values, child: subject.givenName },
    path: `/account?for=${subject.affiliateId}`,
  });
}

/** Every guardian learns that a child's password is another one, and who changed it. */
async function notifyOtherGuardians(
  { services, user }: Pick<Context, 'services' | 'user'>,
  db: Db,
  subject: Subject,
): Promise<void> {
  const [actor] = await selectName(db, user.affiliateId);
  const values = { child: subject.givenName, guardian: actor?.name ?? '' };
  for (const { guardianId } of await selectGuardians(db, subject.affiliateId))
    if (guardianId !== user.affiliateId)
      await notify(services, db, {
        to: guardianId,
        notice: accountNotices.childPasswordReset,
        values,
        path: '/family',
      });
}
