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
  /** The value of used club benefits, which isn't refunded. */
  keptMinor: z.int(),
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
  ...Totals.shape,
});
export type Order = z.output<typeof Order>;

const ByOrder = z.object({ orderId: z.uuid() });

export const orderEndpoints = defineEndpoints('shop', {
  'GET orders': {
    summary: 'Lists the caller’s orders, newest first.',
    access: 'signedIn',
    query: z.object({ page: Page }),
    output: z.object({ items: z.array(OrderSummary), total: z.int() }),
  },
  'GET orders/{orderId}': { summary: 'Returns one order.', access: 'signedIn', params: ByOrder, output: Order },
  'POST orders/{orderId}/pay': {
    summary: 'Creates another link to pay an open order.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ByOrder,
    output: z.object({ payUrl: z.string().nullable() }),
  },
  'POST orders/{orderId}/cancel': {
    summary: 'Cancels an open order. Its codes become usable again, and its items return to the cart.',
    access: 'signedIn',
    params: ByOrder,
    output: Order,
  },
  'GET orders/{orderId}/receipt': {
    summary: 'Returns the receipt of a paid order as a PDF in the reader’s language.',
    access: 'signedIn',
    params: ByOrder,
    output: z.null(),
  },
});

export const deskOrderEndpoints = defineEndpoints('shop', {
  'GET desk/orders': {
    summary: 'For staff: searches all orders by number, name or email, newest first.',
    access: ['staff'],
    query: z.object({
      search: z.string().trim().max(100).default(''),
      show: z.enum(['all', 'to_post', 'refunded']).default('all'),
      page: Page,
    }),
    output: z.object({
      items: z.array(z.object({ ...OrderSummary.shape, affiliateId: z.int(), buyer: z.string() })),
      /** Counting stops at a limit; later pages can still be read. */
      total: z.int(),
      hasMoreMatches: z.boolean(),
    }),
  },
  'GET desk/orders/{orderId}': {
    summary: 'For staff: returns one order with its buyer. The access is logged.',
    access: ['staff'],
    params: ByOrder,
    output: z.object({ ...Order.shape, affiliateId: z.int(), buyer: z.string(), email: z.string().nullable() }),
  },
  'POST desk/orders/{orderId}/refund': {
    summary: 'For staff: refunds amounts by line. A fully refunded course or code is revoked.',
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
      'For staff: retries the refund of a payment that arrived after its order was canceled, if the payment service rejected it. A pending refund is unchanged.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: ByOrder,
    output: Order,
  },
  'POST desk/orders/{orderId}/lines/{lineId}/posted': {
    summary: 'For staff: marks a line as shipped.',
    access: ['staff'],
    params: z.object({ ...ByOrder.shape, ...ByLine.shape }),
    output: Order,
  },
});
