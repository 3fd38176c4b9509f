import { constants, DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { DiveFileError } from '#features/logbook/shared/dive-files/dive-file.ts';

export type Row = ReadonlyMap<string, SQLOutputValue>;

const maxObjects = 200;
const maxValueBytes = 4 * 1024 ** 2;
/** CPU time, because a busy server takes longer for good files too. One of 40 MB with a row for each sample takes about 5 s. */
const maxCpuMicros = 20 * 1_000_000;
const rowsBetweenChecks = 256;
/** Shearwater's rows take more. */
const minRowBytes = 16;
const allowedFunctions = new Set(['octet_length', 'iif', 'if']);

/**
 * A SQLite database from an upload, whose schema and pages are hostile until proven otherwise. It is opened from memory,
 * because a temporary file would stay behind when the process is killed at a limit. Only plain tables are read, column by
 * column: views, triggers, virtual tables and generated columns would run statements of the file.
 */
export class UntrustedDatabase {
  readonly #database: DatabaseSync;
  readonly #tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #cpuBefore = process.cpuUsage();
  /**
   * What is left to read. Pages of a hostile file can refer to each other in circles or to the same page many times, so a
   * small file could have rows without end.
   */
  #rowsLeft: number;
  #bytesLeft: number;

  constructor(bytes: Uint8Array) {
    this.#rowsLeft = bytes.length / minRowBytes;
    this.#bytesLeft = bytes.length;
    this.#database = new DatabaseSync(':memory:', {
      allowExtension: false,
      defensive: true,
      enableDoubleQuotedStringLiterals: false,
      limits: { length: maxValueBytes * 2, attach: 0, triggerDepth: 0, compoundSelect: 2, column: 600 },
    });
    this.#tables = this.#run(() => {
      this.#database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON;');
      this.#database.deserialize(withoutWriteAheadLog(bytes));
      const tables = this.#listTables();
      this.#database.setAuthorizer(authorize);
      return tables;
    });
  }

  close(): void {
    this.#database.close();
  }

  has(table: string): boolean {
    return this.#tables.has(table.toLowerCase());
  }

  /** Rows with the columns that the table has, by names in lower case. Values that are too long are null. */
  *list(table: string, columns: readonly string[], maxRows: number): Generator<Row> {
    const present = this.#tables.get(table.toLowerCase());
    const chosen = columns.filter((column) => present?.has(column.toLowerCase()));
    if (chosen.length === 0) return;
    const fields = chosen.map((column) => `iif(octet_length("${column}") <= ${maxValueBytes}, "${column}", null)`);
    const rows = this.#run(() => {
      const statement = this.#database.prepare(`select ${fields.join(', ')} from main."${table}" not indexed`);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      return statement.iterate() as unknown as Iterator<SQLOutputValue[]>;
    });
    const names = chosen.map((column) => column.toLowerCase());
    for (let count = 0; ; count++) {
      const { done, value } = this.#run(() => rows.next());
      if (done) return;
      if (count >= maxRows) throw new DiveFileError('too-large', `the database has more than ${maxRows} rows`);
      this.#spend(value);
      if (count % rowsBetweenChecks === 0) this.#checkTime();
      yield new Map(names.map((name, index) => [name, value[index] ?? null]));
    }
  }

  #spend(values: readonly SQLOutputValue[]): void {
    this.#rowsLeft--;
    for (const value of values)
      if (typeof value === 'string' || value instanceof Uint8Array) this.#bytesLeft -= value.length;
    if (this.#rowsLeft < 0 || this.#bytesLeft < 0)
      throw new DiveFileError('malformed', 'the database has more content than its size allows');
  }

  #checkTime(): void {
    const { user, system } = process.cpuUsage(this.#cpuBefore);
    if (user + system > maxCpuMicros) throw new DiveFileError('too-large', 'the database takes too long to read');
  }

  #listTables(): Map<string, Set<string>> {
    const objects = this.#database
      .prepare('select type, name, sql from sqlite_schema limit ?')
      .all(maxObjects + 1) as unknown as { type: string; name: string; sql: string | null }[];
    if (objects.length > maxObjects) throw new DiveFileError('too-large', 'the database has too many tables');
    const isPlain = ({ type, sql }: (typeof objects)[number]) =>
      (type === 'table' || type === 'index') && !/^\s*create\s+virtual/i.test(sql ?? '');
    if (!objects.every(isPlain))
      throw new DiveFileError('malformed', 'the database has views, triggers or virtual tables');
    const describe = this.#database.prepare('select name, hidden from pragma_table_xinfo(?)');
    return new Map(
      objects
        .filter(({ type }) => type === 'table')
        .map(({ name }) => {
          const columns = describe.all(name) as unknown as { name: string; hidden: number }[];
          if (columns.some(({ hidden }) => hidden !== 0))
            throw new DiveFileError('malformed', 'the database has calculated columns');
          return [name.toLowerCase(), new Set(columns.map((column) => column.name.toLowerCase()))] as const;
        }),
    );
  }

  #run<Result>(task: () => Result): Result {
    try {
      return task();
    } catch (error) {
      if (error instanceof DiveFileError) throw error;
      throw new DiveFileError('malformed', 'the database is damaged');
    }
  }
}

function authorize(
  action: number,
  _subject: string | null,
  detail: string | null,
  _db: string | null,
  from: string | null,
) {
  const isAllowed =
    action === constants.SQLITE_SELECT ||
    (action === constants.SQLITE_READ && from === null) ||
    (action === constants.SQLITE_FUNCTION && allowedFunctions.has(detail?.toLowerCase() ?? ''));
  return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
}

/** A database in memory can't have a write-ahead log, so the two bytes that ask for one are changed. */
function withoutWriteAheadLog(bytes: Uint8Array): Uint8Array {
  if (bytes[18] !== 2 && bytes[19] !== 2) return bytes;
  const copy = Uint8Array.from(bytes);
  copy.set([1, 1], 18);
  return copy;
}
