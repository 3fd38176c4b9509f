import { type DemoNotification } from '#demo/notifications.ts';
import { ids, tomas } from '#demo/world/people.ts';
import { learningNotices } from '#features/learning/shared/notices.ts';

const dayMin = 24 * 60;

export const demoLearningNotifications: readonly DemoNotification[] = [
  {
    to: ids.student,
    notice: learningNotices.skillsSigned,
    values: { instructor: tomas.name, course: 'Open Water Diver', skills: 6 },
    path: '/training/eRecord/open-water',
    minutesAgo: 16 * dayMin,
  },
  {
    to: ids.store,
    notice: learningNotices.codeRedeemed,
    values: { diver: 'Adaeze Okafor', course: 'Open Water Diver' },
    path: '/training/dashboard',
    minutesAgo: 48 * dayMin,
    isUnread: true,
  },
];
