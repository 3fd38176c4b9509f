import type { Context } from '#platform/server/http/context.ts';
import { notify } from '#features/notifications/server/public.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import type { Subject } from '#features/account/server/people/subject.ts';
import { findFullName, notifyGuardians } from '#features/account/server/people/guardian-notifications.ts';

const getProfilePath = ({ affiliateId }: Subject) => `/profile?for=${affiliateId}`;

/**
 * Notifies the person and every guardian except the requester, because another guardian can object before staff decide.
 */
export async function notifyCorrectionRequested(ctx: Context, subject: Subject, key: string): Promise<void> {
  const { services, db, user } = ctx;
  const notice = accountNotices.birthdateRequested;
  const values = { by: await findFullName(db, user.affiliateId), child: subject.givenName };
  const isOwn = subject.relation === 'self';
  if (!isOwn)
    await notify(services, db, {
      to: subject.affiliateId,
      notice,
      values: { ...values, reader: 'own' },
      path: '/profile',
      notifiesGuardians: false,
      key,
    });
  await notifyGuardians(services, db, subject, {
    notice,
    values: { ...values, reader: isOwn ? 'child' : 'guardian' },
    path: getProfilePath(subject),
    except: user.affiliateId,
    key,
  });
}

/**
 * Notifies the person and every guardian. `subject` is the state before the decision, which may make a minor an adult.
 */
export async function notifyCorrectionDecided(
  { services, db }: Context,
  subject: Subject,
  decision: 'approved' | 'declined',
  reason: string,
  key?: string,
): Promise<void> {
  const isApproved = decision === 'approved';
  await notify(services, db, {
    to: subject.affiliateId,
    notice: isApproved ? accountNotices.birthdateChanged : accountNotices.birthdateDeclined,
    values: isApproved ? {} : { reason },
    path: '/profile',
    notifiesGuardians: false,
    ...(key !== undefined && { key }),
  });
  await notifyGuardians(services, db, subject, {
    notice: accountNotices.childBirthdateDecided,
    values: { decision, child: subject.givenName, reason },
    path: getProfilePath(subject),
    ...(key !== undefined && { key }),
  });
}
