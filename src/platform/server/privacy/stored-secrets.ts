import { EncryptionContext, type RowKey, type TableName } from '#platform/server/crypto/encryption-context.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import { decryptBytes, decryptFile } from '#platform/server/crypto/secrets.ts';
import type { EncryptionKeySource } from './personal-tables.ts';

/** A row of a table that is only known at run time. */
export interface FoundRow {
  table: string;
  /** The values of the primary key by column. */
  key: Readonly<Record<string, unknown>>;
  /** The value of the key column, if the row has a record key. */
  encryptedRecordKey: string | null;
}

/** The context of a column that is only known at run time. */
export function contextOfColumn(
  purpose: string,
  { table, key }: Pick<FoundRow, 'table' | 'key'>,
  column: string,
): EncryptionContext {
  return EncryptionContext.ofRow(purpose, table as TableName, column as never, key as RowKey<TableName>);
}

/** Decrypts a column as its declaration says. */
export function decryptColumn(
  secretKeys: readonly string[],
  lock: EncryptionKeySource,
  row: FoundRow,
  column: string,
  encrypted: Buffer,
): Buffer {
  if ('purpose' in lock) return decryptBytes(secretKeys, contextOfColumn(lock.purpose, row, column), encrypted);
  return openRecord(secretKeys, row).decryptToBytes(column as never, encrypted.toString('base64url'));
}

/** Decrypts a file as the declaration of the column with its key says. */
export function decryptOwnedFile(
  secretKeys: readonly string[],
  lock: EncryptionKeySource,
  row: FoundRow,
  fileKey: string,
  stored: Buffer,
): Buffer {
  if ('purpose' in lock) return decryptFile(secretKeys, lock.purpose, fileKey, stored);
  return openRecord(secretKeys, row).decryptFile(fileKey, stored);
}

function openRecord(secretKeys: readonly string[], { table, key, encryptedRecordKey }: FoundRow) {
  return RecordCipher.open(secretKeys, encryptedRecordKey ?? '', table as 'form_record', key as RowKey<'form_record'>);
}
