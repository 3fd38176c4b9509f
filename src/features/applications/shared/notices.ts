import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };

/** Notifications of applications. Every step notifies the next person to act. Value `level` is the level’s name. */
export const applicationNotices = defineNotices({
  /** Sent to the instructor. Values: applicant, level. */
  toReview: {
    kind: 'applications.to_review',
    template: 'applications.mail.to_review',
    icon: 'application',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    audience: ['instructor'],
  },
  /** Sent to the applicant when the instructor opens it. Values: instructor, level. */
  opened: {
    kind: 'applications.opened',
    template: 'applications.mail.opened',
    icon: 'application',
    channels: everywhere,
    usual: { portal: true, mail: false },
    audience: ['person'],
  },
  /**
   * Sent to the applicant, and to the instructor if the desk returned it. Values: who (the recipient), by, level,
   * applicant.
   */
  returned: {
    kind: 'applications.returned',
    template: 'applications.mail.returned',
    icon: 'returned',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    isTransactional: true,
    audience: ['person'],
  },
  /** Sent to the applicant when it reaches the association. Values: instructor, level. */
  sent: {
    kind: 'applications.sent',
    template: 'applications.mail.sent',
    icon: 'application',
    channels: everywhere,
    usual: everywhere,
    audience: ['person'],
  },
  /** Sent to desk staff. Values: applicant, level. */
  atDesk: {
    kind: 'applications.at_desk',
    template: 'applications.mail.at_desk',
    icon: 'application',
    needsYou: true,
    channels: everywhere,
    usual: { portal: true, mail: false },
    audience: ['staff'],
  },
  /** Sent to the applicant; the email contains the payment link. Values: level, fee, days. */
  paymentDue: {
    kind: 'applications.payment_due',
    template: 'applications.mail.payment_due',
    icon: 'application',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
    audience: ['person'],
  },
  /** Sent to the applicant. Values: level, note. */
  rejected: {
    kind: 'applications.rejected',
    template: 'applications.mail.rejected',
    icon: 'application',
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
    audience: ['person'],
  },
  /** Sent to the applicant when a late payment was refunded. Values: level, fee. */
  refunded: {
    kind: 'applications.refunded',
    template: 'applications.mail.refunded',
    icon: 'application',
    channels: everywhere,
    usual: everywhere,
    isTransactional: true,
    audience: ['person'],
  },
  /** Sent to the instructor when the card is issued. Values: applicant, level. The card notifies the applicant. */
  completed: {
    kind: 'applications.completed',
    template: 'applications.mail.completed',
    icon: 'verified',
    channels: everywhere,
    usual: everywhere,
    audience: ['instructor'],
  },
});
