import { type DemoNotification } from '#demo/notifications.ts';
import { accountNotices } from '#features/account/shared/notices.ts';

const dayMin = 24 * 60;
const diver = 400_001;
const minor = 400_003;
const guardian = 400_004;
const instructor = 400_005;

export const demoAccountNotifications: readonly DemoNotification[] = [
  {
    to: diver,
    notice: accountNotices.photoRejected,
    values: { person: 'Maren Lindqvist', reason: 'The photo is too dark.' },
    path: '/profile',
    minutesAgo: 24,
    isUnread: true,
  },
  {
    to: diver,
    notice: accountNotices.passkeyRemoved,
    values: { passkey: 'Old phone' },
    path: '/account',
    minutesAgo: 25,
    isUnread: true,
  },
  { to: diver, notice: accountNotices.passwordChanged, values: {}, path: '/account', minutesAgo: dayMin },
  {
    to: diver,
    notice: accountNotices.deletionCancelled,
    values: { person: 'Maren Lindqvist' },
    path: '/account',
    minutesAgo: 12 * dayMin,
  },
  {
    to: diver,
    notice: accountNotices.exportReady,
    values: { person: 'Maren Lindqvist', days: 7 },
    path: '/account',
    minutesAgo: 40 * dayMin,
  },
  {
    to: guardian,
    notice: accountNotices.childPasswordChanged,
    values: { child: 'Ida' },
    path: `/account?for=${minor}`,
    minutesAgo: dayMin,
    isUnread: true,
  },
  { to: guardian, notice: accountNotices.passwordChanged, values: {}, path: '/account', minutesAgo: 9 * dayMin },
  {
    to: instructor,
    notice: accountNotices.photoRejected,
    values: { person: 'Tomás Reyes', reason: 'The face is half in the water.' },
    path: '/profile',
    minutesAgo: 3 * dayMin,
  },
];
