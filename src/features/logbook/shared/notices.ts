import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };
const portalOnly = { portal: true, mail: false };

export const logbookNotices = defineNotices({
  submitted: {
    kind: 'logbook.submitted',
    template: 'logbook.mail.submitted',
    icon: 'dive',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    audience: ['instructor'],
  },
  verified: {
    kind: 'logbook.verified',
    template: 'logbook.mail.verified',
    icon: 'verified',
    channels: everywhere,
    usual: everywhere,
    audience: ['person'],
  },
  returned: {
    kind: 'logbook.returned',
    template: 'logbook.mail.returned',
    icon: 'returned',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    audience: ['person'],
  },
  imported: {
    kind: 'logbook.imported',
    template: 'logbook.mail.imported',
    icon: 'dive',
    channels: portalOnly,
    usual: portalOnly,
    audience: ['person'],
  },
  importFailed: {
    kind: 'logbook.import_failed',
    template: 'logbook.mail.import_failed',
    icon: 'dive',
    needsYou: true,
    channels: portalOnly,
    usual: portalOnly,
    audience: ['person'],
  },
  /** Sent to the guardian of a minor, with the child's name. */
  childVerified: {
    kind: 'logbook.child_verified',
    template: 'logbook.mail.child_verified',
    icon: 'verified',
    channels: everywhere,
    usual: everywhere,
    audience: ['guardian'],
  },
  childReturned: {
    kind: 'logbook.child_returned',
    template: 'logbook.mail.child_returned',
    icon: 'returned',
    channels: everywhere,
    usual: everywhere,
    audience: ['guardian'],
  },
});
