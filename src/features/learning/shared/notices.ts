import { defineNotices } from '#features/notifications/shared/notice.ts';

const allChannels = { portal: true, mail: true };

export const learningNotices = defineNotices({
  /** The link itself is sent by a separate email, because only the recipient may see it. */
  codeShared: {
    kind: 'learning.code_shared',
    template: 'learning.mail.code_shared',
    icon: 'course',
    needsYou: true,
    channels: { portal: true, mail: false },
    usual: { portal: true, mail: false },
  },
  /** Sent to the store or professional who gave the code away. */
  codeRedeemed: {
    kind: 'learning.code_redeemed',
    template: 'learning.mail.code_redeemed',
    icon: 'course',
    channels: allChannels,
    usual: { portal: true, mail: false },
  },
  /** Sent when the association's staff grant a code. Values: course. */
  codeGranted: {
    kind: 'learning.code_granted',
    template: 'learning.mail.code_granted',
    icon: 'course',
    channels: allChannels,
    usual: allChannels,
    audience: ['person'],
  },
  /** Values: instructor, course, skills (a count). */
  skillsSigned: {
    kind: 'learning.skills_signed',
    template: 'learning.mail.skills_signed',
    icon: 'sign',
    channels: allChannels,
    usual: allChannels,
    audience: ['person'],
  },
  elearningReady: {
    kind: 'learning.elearning_ready',
    template: 'learning.mail.elearning_ready',
    icon: 'course',
    channels: allChannels,
    usual: allChannels,
    audience: ['person'],
  },
});
