import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { EncryptionKeySource, PersonalTable } from '#platform/server/privacy/personal-tables.ts';
import type { FoundRow } from '#platform/server/privacy/stored-secrets.ts';

/** A file that a row refers to. It is encrypted for the purpose or with the record key, or not at all. */
export interface FileReference {
  key: string;
  lock: EncryptionKeySource | null;
  row: FoundRow;
  /** The table and column that refer to it. */
  source: string;
}

export interface FileReferenceList {
  /** One reference per line, sorted by key. */
  path: string;
  remove(): Promise<void>;
}

const nullMark = '\\N';

/**
 * Lists every file that rows of the client's snapshot refer to, in a temporary file: the snapshot can end before the
 * files are read, which takes long, and the list need not fit into memory. `otherKeys` are selects of keys from tables
 * that are not personal.
 */
export async function listFileReferences(
  client: Client,
  tables: readonly PersonalTable[],
  otherKeys: Readonly<Record<string, string>>,
): Promise<FileReferenceList> {
  const path = join(tmpdir(), `halocline-files-${randomUUID()}`);
  const remove = () => rm(path, { force: true });
  try {
    const stream = client.query(copyTo(`copy (${buildQuery(tables, otherKeys)}) to stdout`));
    await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Opens the list when the first reference is asked for: readline loses the lines that arrive before. */
export async function* readFileReferences({ path }: FileReferenceList): AsyncGenerator<FileReference> {
  for await (const line of createInterface(createReadStream(path))) yield parseReference(line);
}

/** File keys, purposes, primary keys and encrypted keys contain no characters that COPY escapes. */
function parseReference(line: string): FileReference {
  const [key = '', purpose = nullMark, recordKey = nullMark, source = '', rowKey = '{}'] = line.split('\t');
  const encryptedRecordKey = recordKey === nullMark ? null : recordKey;
  const [table = ''] = source.split('.');
  const ownKey = encryptedRecordKey === null ? null : { keyColumn: 'sealed_key' };
  return {
    key,
    lock: purpose === nullMark ? ownKey : { purpose },
    row: { table, key: JSON.parse(rowKey) as FoundRow['key'], encryptedRecordKey },
    source,
  };
}

function buildQuery(tables: readonly PersonalTable[], otherKeys: Readonly<Record<string, string>>): string {
  const selects = tables.flatMap(({ name: table, columns, primaryKey }) =>
    columns.flatMap(({ name: column, treatment }) => {
      if (treatment.kind !== 'file') return [];
      const { lock } = treatment;
      const key = escapeIdentifier(column);
      const purpose = lock !== null && 'purpose' in lock ? escapeLiteral(lock.purpose) : 'null';
      const recordKey = lock !== null && 'keyColumn' in lock ? escapeIdentifier(lock.keyColumn) : 'null';
      const rowKey = primaryKey.map((name) => `${escapeLiteral(name)}, ${escapeIdentifier(name)}::text`).join(', ');
      return [
        `select ${key}, ${purpose}::text, ${recordKey}::text, ${escapeLiteral(`${table}.${column}`)},
           json_build_object(${rowKey})::text from ${escapeIdentifier(table)} where ${key} is not null`,
      ];
    }),
  );
  for (const [source, select] of Object.entries(otherKeys))
    selects.push(`select key, null, null, ${escapeLiteral(source)}, '{}' from (${select}) as other(key)`);
  return `select distinct on (key collate "C") key, purpose, record_key, source, row_key
    from (${selects.join(' union all ')}) as file(key, purpose, record_key, source, row_key)
    order by key collate "C", source`;
}
