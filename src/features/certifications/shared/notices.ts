import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };

/** Notifications of certifications. Values: level; for a revoked card also the reason. */
export const certificationNotices = defineNotices({
  /** Certified without an eCard so far. */
  certified: {
    kind: 'certifications.certified',
    template: 'certifications.mail.certified',
    icon: 'card',
    channels: everywhere,
    usual: everywhere,
    audience: ['person'],
  },
  cardIssued: {
    kind: 'certifications.card_issued',
    template: 'certifications.mail.card_issued',
    icon: 'card',
    channels: everywhere,
    usual: everywhere,
    audience: ['person'],
  },
  /** Required, because the diver must not rely on the card anymore. */
  cardRevoked: {
    kind: 'certifications.card_revoked',
    template: 'certifications.mail.card_revoked',
    icon: 'card',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
    audience: ['person'],
  },
  photoNeeded: {
    kind: 'certifications.photo_needed',
    template: 'certifications.mail.photo_needed',
    icon: 'photo',
    needsYou: true,
    channels: everywhere,
    usual: { portal: true, mail: false },
    audience: ['person'],
  },
  /** The picture of an outside card was approved. Values: level. */
  outsideApproved: {
    kind: 'certifications.outside_approved',
    template: 'certifications.mail.outside_approved',
    icon: 'card',
    channels: everywhere,
    usual: { portal: true, mail: false },
    audience: ['person'],
  },
  /** Values: level, reason. */
  outsideRejected: {
    kind: 'certifications.outside_rejected',
    template: 'certifications.mail.outside_rejected',
    icon: 'card',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    audience: ['person'],
  },
});
