import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { Category, LineCategory } from '#features/shop/shared/categories.ts';
import type { paymentMethods, ProductKind } from '#features/shop/shared/contract.ts';
import type { LineKind, lineStates, orderStates } from '#features/shop/shared/order-contract.ts';
import type { requestStates } from '#features/shop/shared/payment-request-contract.ts';
import type { RefundLine } from './orders/refund-order.ts';
import type { RequestLine } from './payment-requests/view-request.ts';

export const tables = {
  owns: [
    'basket',
    'basket_line',
    'catalogue',
    'order_line',
    'order_refund',
    'payment_request',
    'product',
    'product_price',
    'product_text',
    'promotion',
    'promotion_use',
    'shop_order',
  ],
  reads: [
    'billing_country',
    'certification',
    'enrollment',
    'guardian_link',
    'held_level',
    'ledger_entry',
    'ledger_transaction',
    'mailing_address',
    'payment',
    'payment_refund',
    'person',
    'person_name',
  ],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'order_line.category': LineCategory;
    'order_line.kind': LineKind;
    'order_line.state': (typeof lineStates)[number];
    'order_refund.lines': RefundLine[];
    'payment_request.lines': RequestLine[];
    'payment_request.state': (typeof requestStates)[number];
    'product.category': Category;
    'product.kind': ProductKind;
    'shop_order.method': (typeof paymentMethods)[number];
    'shop_order.state': (typeof orderStates)[number];
  }
}
