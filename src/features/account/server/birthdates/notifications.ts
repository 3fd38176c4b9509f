import type { Context } from '../../../../platform/server/context.ts';
import { notify } from '../../../notifications/server/public.ts';
import { accountNotices } from '../../shared/notices.ts';
import type { Subject } from '../acting.ts';
import { findFullName, notifyGuardians } from '../guardians.ts';

const pathFor = ({ affiliateId }: Subject) => `/profile?for=${affiliateId}`;

/** The person and every guardian, except who asked: another guardian can object before staff decide. */
export async function notifyRequested(ctx: Context, subject: Subject, key: string): Promise<void> {
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
      tellsGuardians: false,
      key,
    });
  await notifyGuardians(services, db, subject, {
    notice,
    values: { ...values, reader: isOwn ? 'child' : 'guardian' },
    path: pathFor(subject),
    except: user.affiliateId,
    key,
  });
}

/** The person and every guardian. The subject is as it was before the decision: it may make a minor an adult. */
export async function notifyDecision(
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
    tellsGuardians: false,
    ...(key !== undefined && { key }),
  });
  await notifyGuardians(services, db, subject, {
    notice: accountNotices.childBirthdateDecided,
    values: { decision, child: subject.givenName, reason },
    path: pathFor(subject),
    ...(key !== undefined && { key }),
  });
}
