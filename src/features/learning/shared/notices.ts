import { defineNotices } from '#features/notifications/shared/notice.ts';

const allChannels = { portal: true, mail: true };

/** What learning tells people. */
export const learningNotices = defineNotices({
  /** The link itself goes by mail only: nobody else is to find it. */
  codeShared: {
    kind: 'learning.code_shared',
    template: 'learning.mail.code_shared',
    icon: 'course',
    needsYou: true,
    channels: { portal: true, mail: false },
    usual: { portal: true, mail: false },
  },
  /** To the store or the professional who gave it away. */
  codeRedeemed: {
    kind: 'learning.code_redeemed',
    template: 'learning.mail.code_redeemed',
    icon: 'course',
    channels: allChannels,
    usual: { portal: true, mail: false },
  },
  /** From the association's staff. Values: course. */
  codeGranted: {
    kind: 'learning.code_granted',
    template: 'learning.mail.code_granted',
    icon: 'course',
    channels: allChannels,
    usual: allChannels,
  },
  /** Values: instructor, course, skills (how many). */
  skillsSigned: {
    kind: 'learning.skills_signed',
    template: 'learning.mail.skills_signed',
    icon: 'sign',
    channels: allChannels,
    usual: allChannels,
  },
  elearningReady: {
    kind: 'learning.elearning_ready',
    template: 'learning.mail.elearning_ready',
    icon: 'course',
    channels: allChannels,
    usual: allChannels,
  },
});
