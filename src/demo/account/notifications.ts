import { type DemoNotification } from '#demo/notifications.ts';
import { ids } from '#demo/world/people.ts';
import type { World } from '#demo/world/world.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import { createJoinDates } from './people.ts';
import { listPhotoOwners, planPhoto } from './plan-photos.ts';
import { demoPasskey, demoSecurityEvents, type DemoSecurityEvent } from './security-events.ts';

/** Notices of changes to credentials and of the desk's decisions about photos. */
export function listDemoAccountNotifications(world: World): DemoNotification[] {
  return [...demoSecurityEvents.flatMap((event) => listSecurityNotices(world, event)), ...listPhotoNotices(world)];
}

function listSecurityNotices(world: World, event: DemoSecurityEvent): DemoNotification[] {
  const { affiliateId: to, guardianId, kind, minutesAgo, isUnread = false } = event;
  const own = { to, path: '/account', minutesAgo, isUnread };
  const passkey = { passkey: demoPasskey };
  switch (kind) {
    case 'sign_in.succeeded':
      return [];
    case 'passkey.added':
      return [{ ...own, notice: accountNotices.passkeyAdded, values: passkey }];
    case 'passkey.removed':
      return [{ ...own, notice: accountNotices.passkeyRemoved, values: passkey }];
    case 'password.changed': {
      const changed = { ...own, notice: accountNotices.passwordChanged, values: {} };
      if (guardianId === undefined) return [changed];
      const values = { child: world.find(to).givenName };
      const path = `/account?for=${to}`;
      return [changed, { ...own, to: guardianId, notice: accountNotices.childPasswordChanged, values, path }];
    }
  }
}

/** Photos are approved soon after someone joins, so older ones are left out. */
const noticedDays = 200;

function listPhotoNotices(world: World): DemoNotification[] {
  const { timeline } = world;
  const joinedAt = createJoinDates(world);
  return listPhotoOwners(world)
    .filter(({ affiliateId }) => affiliateId < ids.store)
    .flatMap((owner) => {
      const { decidedAt } = planPhoto(owner, joinedAt(owner.affiliateId), timeline);
      if (decidedAt === null || decidedAt < timeline.at(noticedDays)) return [];
      const minutesAgo = (timeline.now.getTime() - decidedAt.getTime()) / 60_000;
      const notice = accountNotices.photoApproved;
      return [{ to: owner.affiliateId, notice, values: { reason: '' }, path: '/profile', minutesAgo }];
    });
}
