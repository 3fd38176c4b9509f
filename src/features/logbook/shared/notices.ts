import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };

/** What the logbook tells people. */
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
  /** To the guardian of a minor, who is told whose dive it is. */
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
