import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { GatewayName, PaymentState } from '#features/payments/shared/contract.ts';

export const tables = {
  owns: ['billing_country', 'ledger_entry', 'ledger_transaction', 'payment', 'payment_refund', 'test_gateway_entry'],
  reads: ['mailing_address', 'person', 'person_name', 'staff_member'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'payment.gateway': GatewayName;
    /** Data the feature needs once the payment is made. */
    'payment.reference': Record<string, unknown>;
    'payment.state': PaymentState;
    'payment_refund.state': 'open' | 'done' | 'refused';
    'test_gateway_entry.kind': 'page' | 'charge' | 'refund';
    'test_gateway_entry.state': 'open' | 'challenge' | 'paid' | 'declined' | 'done' | 'refused';
  }
}
