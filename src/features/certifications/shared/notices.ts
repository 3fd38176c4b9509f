import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };

/** What certifications tell people. Values: level; of a card that counts no more the reason as well. */
export const certificationNotices = defineNotices({
  /** Certified, with no eCard yet. */
  certified: {
    kind: 'certifications.certified',
    template: 'certifications.mail.certified',
    icon: 'card',
    channels: everywhere,
    usual: everywhere,
  },
  cardIssued: {
    kind: 'certifications.card_issued',
    template: 'certifications.mail.card_issued',
    icon: 'card',
    channels: everywhere,
    usual: everywhere,
  },
  /** Who dives by it must know. */
  cardRevoked: {
    kind: 'certifications.card_revoked',
    template: 'certifications.mail.card_revoked',
    icon: 'card',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
  photoNeeded: {
    kind: 'certifications.photo_needed',
    template: 'certifications.mail.photo_needed',
    icon: 'photo',
    needsYou: true,
    channels: everywhere,
    usual: { portal: true, mail: false },
  },
  /** Of the picture of a card from elsewhere. Values: level. */
  outsideApproved: {
    kind: 'certifications.outside_approved',
    template: 'certifications.mail.outside_approved',
    icon: 'card',
    channels: everywhere,
    usual: { portal: true, mail: false },
  },
  /** Values: level, reason. */
  outsideRejected: {
    kind: 'certifications.outside_rejected',
    template: 'certifications.mail.outside_rejected',
    icon: 'card',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
  },
});
