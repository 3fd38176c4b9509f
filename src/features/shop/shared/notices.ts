import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };
const usual = { icon: 'order', channels: everywhere, usual: everywhere } as const;

/** The shop's notifications. All of them have the values number and items. */
export const shopNotices = defineNotices({
  /** The receipt. Values: total. */
  orderPaid: { ...usual, kind: 'shop.order_paid', template: 'shop.mail.order_paid', isRequired: true },
  /** Values: amount, reason. */
  orderRefunded: { ...usual, kind: 'shop.order_refunded', template: 'shop.mail.order_refunded', isRequired: true },
  /** Sent to every guardian of a minor. Values: child, items, price. */
  paymentAsked: {
    ...usual,
    kind: 'shop.payment_asked',
    template: 'shop.mail.payment_asked',
    needsYou: true,
    audience: ['guardian'],
  },
  /** Sent to the minor. Values: guardian, items. */
  paymentDeclined: {
    ...usual,
    kind: 'shop.payment_declined',
    template: 'shop.mail.payment_declined',
    audience: ['minor'],
  },
  paymentMade: { ...usual, kind: 'shop.payment_made', template: 'shop.mail.payment_made', audience: ['minor'] },
  orderPosted: { ...usual, kind: 'shop.order_posted', template: 'shop.mail.order_posted' },
});
