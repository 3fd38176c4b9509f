import { canonicalJson } from './canonical-json.ts';
import type { Tables } from '#platform/server/db/table-types.ts';

type KeyValue = string | number;
export type TableName = keyof Tables & string;
/** The values that identify a row: its primary key, unless the column's comment names others. */
export type RowKey<Table extends TableName> = { readonly [Column in keyof Tables[Table]]?: KeyValue };

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The place of an encrypted value. It is authenticated with the value (AES-GCM additional data), so a value that was
 * copied to another row, column or file can't be decrypted there.
 */
export class EncryptionContext {
  readonly purpose: string;
  readonly place: Buffer;

  /** Only the functions below create contexts, so every value has a place. */
  private constructor(purpose: string, place: readonly unknown[]) {
    this.purpose = purpose;
    this.place = Buffer.from(canonicalJson(place));
  }

  static ofRow<Table extends TableName>(
    purpose: string,
    table: Table,
    column: keyof Tables[Table] & string,
    key: RowKey<Table>,
  ): EncryptionContext {
    const parts = Object.entries<KeyValue | undefined>(key).map(([name, value]) => [name, toText(value)]);
    if (parts.length === 0) throw new Error(`an encrypted value of ${table}.${column} needs the key of its row`);
    return new EncryptionContext(purpose, ['row', table, column, Object.fromEntries(parts)]);
  }

  static ofFile(purpose: string, fileKey: string): EncryptionContext {
    return new EncryptionContext(purpose, ['file', fileKey]);
  }

  /** For cookies, links and tickets, which are not stored in a row of their own. */
  static ofToken(purpose: string, subject = ''): EncryptionContext {
    return new EncryptionContext(purpose, ['token', subject]);
  }
}

/** The text that PostgreSQL has for the value. */
function toText(value: KeyValue | undefined): string {
  const text = String(value ?? '');
  return uuidPattern.test(text) ? text.toLowerCase() : text;
}
