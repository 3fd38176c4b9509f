import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };
const usual = { icon: 'order', channels: everywhere, usual: everywhere } as const;

/** Notifications about payments of any purpose. Values: amount, what. */
export const paymentNotices = defineNotices({
  /** Sent to the payer. Values: isTheirs, whether a revoked purchase was restored. */
  notReturned: { ...usual, kind: 'payments.not_returned', template: 'payments.mail.not_returned', isRequired: true },
  /** Sent to the desk. Values: buyer. */
  returnRefused: {
    ...usual,
    kind: 'payments.return_refused',
    template: 'payments.mail.return_refused',
    needsYou: true,
    audience: ['staff'],
  },
});
