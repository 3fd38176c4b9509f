import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { longText } from '#platform/shared/text-schemas.ts';
import { Address, ByLine, LinePrice, Page, paymentMethods, productKinds, Totals } from './contract.ts';
import { lineCategories } from './categories.ts';

export const orderStates = ['open', 'paid', 'cancelled'] as const;
export const lineStates = ['open', 'given', 'to_post', 'posted', 'failed', 'taken_back'] as const;
/** An application fee can be ordered but is not in the catalogue. */
export const lineKinds = [...productKinds, 'application'] as const;
export type LineKind = (typeof lineKinds)[number];
export const OrderLine = z.object({
  lineId: z.uuid(),
  productId: z.int(),
  kind: z.enum(lineKinds),
  category: z.enum(lineCategories),
  name: z.string(),
  drawing: z.string(),
  quantity: z.int(),
  isGift: z.boolean(),
  licenseID: z.int().nullable(),
  state: z.enum(lineStates),
  refundedMinor: z.int(),
  /** The codes to give away. Hidden from staff. */
  codes: z.array(z.string()),
  /** The page that opens the purchase. */
  path: z.string().nullable(),
  ...LinePrice.shape,
});
export type OrderLine = z.output<typeof OrderLine>;
export const OrderSummary = z.object({
  orderId: z.uuid(),
  number: z.int(),
  state: z.enum(orderStates),
  createdDate: z.string(),
  paidDate: z.string().nullable(),
  totalMinor: z.int(),
  refundedMinor: z.int(),
  currency: z.string(),
  names: z.array(z.string()),
  itemCount: z.int(),
});
export type OrderSummary = z.output<typeof OrderSummary>;
export const Order = z.object({
  orderId: z.uuid(),
  number: z.int(),
  state: z.enum(orderStates),
  method: z.enum(paymentMethods),
  createdDate: z.string(),
  paidDate: z.string().nullable(),
  /** An open order can be paid until this date. */
  expiresDate: z.string(),
  paymentId: z.uuid().nullable(),
  paymentHint: z.string().nullable(),
  country: z.string(),
  address: Address.nullable(),
  lines: z.array(OrderLine),
  codes: z.array(z.object({ code: z.string(), savedMinor: z.int() })),
  refunds: z.array(
    z.object({
      refundId: z.uuid(),
      amountMinor: z.int(),
      reason: z.string(),
      createdDate: z.string(),
      state: z.enum(['open', 'done', 'refused']),
    }),
  ),
  refundedMinor: z.int(),
  /** The minor who receives the order, when a guardian bought it. */
  recipient: z.string().nullable(),
  /** True for payments that predate orders, whose tax was not recorded. */
  isTaxUnknown: z.boolean(),
  ...Totals.shape,
});
export type Order = z.output<typeof Order>;

const ByOrder = z.object({ orderId: z.uuid() });

export const orderCalls = defineEndpoints('shop', {
  'GET orders': {
    summary: 'One’s orders, newest first.',
    access: 'signedIn',
    query: z.object({ page: Page }),
    output: z.object({ items: z.array(OrderSummary), total: z.int() }),
  },
  'GET orders/{orderId}': { summary: 'One order.', access: 'signedIn', params: ByOrder, output: Order },
  'POST orders/{orderId}/pay': {
    summary: 'Another link to pay an open order.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ByOrder,
    output: z.object({ payUrl: z.string().nullable() }),
  },
  'POST orders/{orderId}/cancel': {
    summary: 'Gives up an open order: its codes are free again, and what was in it is back in the basket.',
    access: 'signedIn',
    params: ByOrder,
    output: Order,
  },
  'GET orders/{orderId}/receipt': {
    summary: 'The receipt of a paid order, as a PDF in the reader’s language.',
    access: 'signedIn',
    params: ByOrder,
    output: z.null(),
  },
});

export const deskOrderCalls = defineEndpoints('shop', {
  'GET desk/orders': {
    summary: 'Orders of everybody, newest first, by number, name or e-mail.',
    access: ['staff'],
    query: z.object({
      search: z.string().trim().max(100).default(''),
      show: z.enum(['all', 'to_post', 'refunded']).default('all'),
      page: Page,
    }),
    output: z.object({
      items: z.array(z.object({ ...OrderSummary.shape, affiliateId: z.int(), buyer: z.string() })),
      total: z.int(),
    }),
  },
  'GET desk/orders/{orderId}': {
    summary: 'One order with who bought it. That it was read is written down.',
    access: ['staff'],
    params: ByOrder,
    output: z.object({ ...Order.shape, affiliateId: z.int(), buyer: z.string(), email: z.string().nullable() }),
  },
  'POST desk/orders/{orderId}/refund': {
    summary: 'Pays money back, by line. A course or a code that was paid back whole is taken back.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: ByOrder,
    body: z.object({
      key: z.uuid(),
      lines: z
        .array(z.object({ lineId: z.uuid(), amountMinor: z.int().min(1) }))
        .min(1)
        .max(100),
      reason: longText(500).min(1, 'shop.desk.reason_missing'),
    }),
    output: Order,
  },
  'POST desk/orders/{orderId}/return': {
    summary:
      'Tries again to return what came for an order that had been given up, after the payment service refused. What is on its way stays so.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: ByOrder,
    output: Order,
  },
  'POST desk/orders/{orderId}/lines/{lineId}/posted': {
    summary: 'Says that something was sent.',
    access: ['staff'],
    params: z.object({ ...ByOrder.shape, ...ByLine.shape }),
    output: Order,
  },
});
