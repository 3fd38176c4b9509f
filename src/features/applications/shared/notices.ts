import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };

/** What an application tells people: at every step whoever must act next. Value `level` is the level’s name. */
export const applicationNotices = defineNotices({
  /** To the instructor. Values: applicant, level. */
  toReview: {
    kind: 'applications.to_review',
    template: 'applications.mail.to_review',
    icon: 'application',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
  },
  /** To the applicant: the instructor has opened it. Values: instructor, level. */
  opened: {
    kind: 'applications.opened',
    template: 'applications.mail.opened',
    icon: 'application',
    channels: everywhere,
    usual: { portal: true, mail: false },
  },
  /** To the applicant; where the desk returned it, to the instructor as well. Values: who is told, by, level, applicant. */
  returned: {
    kind: 'applications.returned',
    template: 'applications.mail.returned',
    icon: 'returned',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
  },
  /** To the applicant: it is at the association. Values: instructor, level. */
  sent: {
    kind: 'applications.sent',
    template: 'applications.mail.sent',
    icon: 'application',
    channels: everywhere,
    usual: everywhere,
  },
  /** To the desk: it waits for a decision. Values: applicant, level. */
  atDesk: {
    kind: 'applications.at_desk',
    template: 'applications.mail.at_desk',
    icon: 'application',
    needsYou: true,
    channels: everywhere,
    usual: { portal: true, mail: false },
  },
  /** To the applicant, with the link to pay. Values: level, fee, days. The mail is the way to pay. */
  paymentDue: {
    kind: 'applications.payment_due',
    template: 'applications.mail.payment_due',
    icon: 'application',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
  /** To the applicant. Values: level, note. */
  rejected: {
    kind: 'applications.rejected',
    template: 'applications.mail.rejected',
    icon: 'application',
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
  /** To the applicant: what was paid could not be taken any more. Values: level, fee. */
  refunded: {
    kind: 'applications.refunded',
    template: 'applications.mail.refunded',
    icon: 'application',
    channels: everywhere,
    usual: everywhere,
  },
  /** To the instructor: the card is issued. Values: applicant, level. The applicant is told by the card itself. */
  completed: {
    kind: 'applications.completed',
    template: 'applications.mail.completed',
    icon: 'verified',
    channels: everywhere,
    usual: everywhere,
  },
});
