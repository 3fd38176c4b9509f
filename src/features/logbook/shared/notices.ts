import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };

export const logbookNotices = defineNotices({
  submitted: {
    kind: 'logbook.submitted',
    template: 'logbook.mail.submitted',
    icon: 'dive',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
  },
  verified: {
    kind: 'logbook.verified',
    template: 'logbook.mail.verified',
    icon: 'verified',
    channels: everywhere,
    usual: everywhere,
  },
  returned: {
    kind: 'logbook.returned',
    template: 'logbook.mail.returned',
    icon: 'returned',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
  },
  /** Sent to the guardian of a minor, with the child's name. */
  childVerified: {
    kind: 'logbook.child_verified',
    template: 'logbook.mail.child_verified',
    icon: 'verified',
    channels: everywhere,
    usual: everywhere,
  },
  childReturned: {
    kind: 'logbook.child_returned',
    template: 'logbook.mail.child_returned',
    icon: 'returned',
    channels: everywhere,
    usual: everywhere,
  },
});
