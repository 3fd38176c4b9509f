import type { AdapterPayload } from 'oidc-provider';
import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { Gender } from '#features/identity/shared/contract.ts';

export const tables = {
  owns: [
    'account',
    'email_verification',
    'oidc_payload',
    'passkey',
    'pending_sign_in',
    'recovery_code',
    'second_factor',
    'signing_key',
  ],
  reads: ['email_correction', 'person', 'staff_member'],
  // A verified address counts for the person too, and signing out everywhere ends their sessions in the same transaction.
  writes: ['person', 'session'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'account.gender': Gender;
    'oidc_payload.payload': AdapterPayload;
  }
}
