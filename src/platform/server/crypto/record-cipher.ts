import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Tables } from '#platform/server/db/table-types.ts';
import { EncryptionContext, type RowKey, type TableName } from './encryption-context.ts';
import { decryptBytes, decryptWithKey, encryptBytes, encryptWithKey } from './secrets.ts';

export const recordKeyPurpose = 'record-key';
const recordPurpose = 'record';

/** A row that stores a record key, encrypted. */
type Row<Table extends TableName> = readonly [table: Table, key: RowKey<Table>];
/** Tables with a record key have it in this column. */
type TableWithKey = { [Table in TableName]: 'sealed_key' extends keyof Tables[Table] ? Table : never }[TableName];

/**
 * Encrypts the columns and files of a row with a key of its own, which the row stores encrypted. Deleting the key makes
 * the record unreadable.
 */
export class RecordCipher<Table extends TableName> {
  readonly #key: Buffer;
  readonly #row: Row<Table>;

  private constructor(key: Buffer, row: Row<Table>) {
    this.#key = key;
    this.#row = row;
  }

  static create<Table extends TableWithKey>(...row: Row<Table>): RecordCipher<Table> {
    return new RecordCipher(randomBytes(32), row);
  }

  static open<Table extends TableWithKey>(
    secretKeys: readonly string[],
    encryptedKey: string,
    ...row: Row<Table>
  ): RecordCipher<Table> {
    const bytes = Buffer.from(encryptedKey, 'base64url');
    return new RecordCipher(decryptBytes(secretKeys, contextOfKey(row), bytes), row);
  }

  /** The same key for another row of the record. */
  for<Other extends TableName>(...row: Row<Other>): RecordCipher<Other> {
    return new RecordCipher(this.#key, row);
  }

  /** The key as the row stores it. */
  encryptKey(this: RecordCipher<Table & TableWithKey>, secretKeys: readonly string[]): string {
    return encryptBytes(secretKeys, contextOfKey(this.#row), this.#key).toString('base64url');
  }

  /** Compresses before encryption, which reduces texts to about a fifth. */
  encrypt(column: keyof Tables[Table] & string, text: string): string {
    return encryptWithKey(this.#key, this.#contextOf(column), deflateRawSync(text)).toString('base64url');
  }

  decrypt(column: keyof Tables[Table] & string, encrypted: string): string {
    return this.decryptToBytes(column, encrypted).toString('utf8');
  }

  /** Decrypts to bytes, for hashing. */
  decryptToBytes(column: keyof Tables[Table] & string, encrypted: string): Buffer {
    return inflateRawSync(decryptWithKey(this.#key, this.#contextOf(column), Buffer.from(encrypted, 'base64url')));
  }

  encryptFile(fileKey: string, bytes: Buffer): Buffer {
    return encryptWithKey(this.#key, EncryptionContext.ofFile(recordPurpose, fileKey), bytes);
  }

  decryptFile(fileKey: string, encrypted: Buffer): Buffer {
    return decryptWithKey(this.#key, EncryptionContext.ofFile(recordPurpose, fileKey), encrypted);
  }

  #contextOf(column: keyof Tables[Table] & string): EncryptionContext {
    const [table, key] = this.#row;
    return EncryptionContext.ofRow(recordPurpose, table, column, key);
  }
}

function contextOfKey<Table extends TableWithKey>([table, key]: Row<Table>): EncryptionContext {
  return EncryptionContext.ofRow<TableWithKey>(recordKeyPurpose, table, 'sealed_key', key as RowKey<TableWithKey>);
}
