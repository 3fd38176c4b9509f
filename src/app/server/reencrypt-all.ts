import { exportPurpose, encryptedTokenColumns } from '#features/account/server/encryption-purposes.ts';
import { encryptedCardKeys } from '#features/certifications/server/credentials/signing-keys.ts';
import { encryptedFactorColumns } from '#features/identity/server/second-factor/factors.ts';
import { encryptedSigningKeyColumn } from '#features/identity/server/provider/signing-keys.ts';
import type { Services } from '#platform/server/http/context.ts';
import { reencrypt, type ReencryptionCounts, type EncryptedColumn } from '#platform/server/crypto/reencrypt.ts';

/** Encrypted columns outside the personal data tables, or excluded from data exports. */
export const additionalEncryptedColumns: readonly EncryptedColumn[] = [
  ...encryptedTokenColumns,
  ...encryptedFactorColumns,
  encryptedCardKeys,
  encryptedSigningKeyColumn,
];

export async function reencryptAll(
  services: Pick<Services, 'database' | 'files' | 'env'>,
  report: (place: EncryptedColumn, done: ReencryptionCounts) => void = () => undefined,
): Promise<ReencryptionCounts> {
  return reencrypt(services, { others: additionalEncryptedColumns, passing: [exportPurpose], report });
}
