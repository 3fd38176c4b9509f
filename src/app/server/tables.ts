import type { TableAccess } from '#platform/server/db/table-types.ts';

/** The ledger check compares the payments feature's ledger with the shop's orders. */
export const tables = {
  owns: [],
  reads: [
    'ledger_entry',
    'ledger_transaction',
    'order_line',
    'order_refund',
    'payment',
    'payment_refund',
    'person',
    'person_name',
    'shop_order',
  ],
} satisfies TableAccess;
