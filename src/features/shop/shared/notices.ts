import { defineNotices } from '../../notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };
const usual = { icon: 'order', channels: everywhere, usual: everywhere } as const;

/** What the shop tells people. Every one has the values number and items. */
export const shopNotices = defineNotices({
  /** The receipt. Values: total. */
  orderPaid: { ...usual, kind: 'shop.order_paid', template: 'shop.mail.order_paid', isRequired: true },
  /** Values: amount, reason. */
  orderRefunded: { ...usual, kind: 'shop.order_refunded', template: 'shop.mail.order_refunded', isRequired: true },
  orderPosted: { ...usual, kind: 'shop.order_posted', template: 'shop.mail.order_posted' },
});
