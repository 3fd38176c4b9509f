import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { PeriodKind } from '#features/club/shared/contract.ts';

export const tables = {
  owns: ['membership', 'membership_period', 'membership_reminder', 'renewal_try'],
  reads: ['account_deletion', 'certification', 'person', 'person_photo'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'membership_period.kind': PeriodKind;
    'renewal_try.outcome': 'paid' | 'declined';
  }
}
