import type { Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { encryptedDocumentKeyColumn } from '#platform/server/documents/document-key.ts';
import { listPersonalTables, type PersonalTable } from '#platform/server/privacy/personal-tables.ts';
import { recordKeyPurpose } from './record-key.ts';
import { reencryptBytes } from './secrets.ts';

/** A column that is sealed by the secret itself. What the key of a record seals is none: its key is. */
export interface EncryptedColumn {
  table: string;
  column: string;
  purpose: string;
}

interface EncryptedLocation extends EncryptedColumn {
  /** The column names a file, and that is what is sealed. */
  isFile: boolean;
  /** Where this column says no it was stored open, and stays so. */
  ifColumn?: string;
}

export interface ReencryptionCounts {
  /** Sealed by the newest key now. */
  resealed: number;
  /** Sealed by it before. */
  current: number;
  /** Opened by none of the keys. */
  lost: number;
}

interface ReencryptionOptions {
  /** Of tables that do not declare what they hold. */
  others: readonly EncryptedColumn[];
  /** Purposes of files that are too large for memory, and gone by themselves before long. */
  passing: readonly string[];
  report: (place: EncryptedColumn, done: ReencryptionCounts) => void;
}

type ReencryptionDeps = Pick<Services, 'database' | 'files' | 'env'>;
type Value = string | Buffer;
interface Row {
  key: string[];
  value: Value;
}

const pageSize = 500;
/** A row that was copied while we passed is found the next time; more often, somebody still uses an older key. */
const maxRounds = 3;

const selectPrimaryKey = statement<{ name: string; type: string }, [table: string]>(`
  select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place), pg_attribute a
  where i.indrelid = $1::text::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum
  order by k.place`);

/** Everything that the secret seals, as the tables declare it, and what others add. */
export async function listEncryptedColumns(db: Db, others: readonly EncryptedColumn[]): Promise<EncryptedLocation[]> {
  const declared = (await listPersonalTables(db)).flatMap(toEncryptedLocations);
  return [...declared, ...[encryptedDocumentKeyColumn, ...others].map((other) => ({ ...other, isFile: false }))];
}

function toEncryptedLocations({ name: table, columns }: PersonalTable): EncryptedLocation[] {
  const places = columns.flatMap(({ name, treatment }) => {
    if (!('lock' in treatment) || treatment.lock === null) return [];
    const { lock, kind } = treatment;
    return 'purpose' in lock
      ? [{ table, column: name, ...lock, isFile: kind === 'file' }]
      : [{ table, column: lock.keyColumn, purpose: recordKeyPurpose, isFile: false }];
  });
  // One key may lock several columns.
  return [...new Map(places.map((place) => [place.column, place])).values()];
}

/**
 * Seals with the newest key what an older one has sealed, while the portal runs. It can be broken off at any moment and
 * begun again: what is done is only looked at.
 */
export async function reencrypt(
  ground: ReencryptionDeps,
  { others, passing, report }: ReencryptionOptions,
): Promise<ReencryptionCounts> {
  const places = await listEncryptedColumns(ground.database.db, others);
  const total: ReencryptionCounts = { resealed: 0, current: 0, lost: 0 };
  const walk = async (place: EncryptedLocation): Promise<ReencryptionCounts> => {
    const done = await reencryptLocation(ground, place);
    report(place, done);
    return done;
  };
  for (const place of places.filter(({ isFile, purpose }) => isFile && !passing.includes(purpose)))
    addCounts(total, await walk(place));
  let resealed = 0;
  for (let round = 1; round <= maxRounds; round++) {
    const done: ReencryptionCounts = { resealed: 0, current: 0, lost: 0 };
    for (const place of places.filter(({ isFile }) => !isFile)) addCounts(done, await walk(place));
    // The last round has seen everything and found nothing to do.
    if (done.resealed === 0) return addCounts(total, { ...done, resealed, current: done.current - resealed });
    resealed += done.resealed;
  }
  throw new Error('an older key still seals: give every process the new SECRET_KEY, then run this again');
}

function addCounts(total: ReencryptionCounts, { resealed, current, lost }: ReencryptionCounts): ReencryptionCounts {
  return Object.assign(total, {
    resealed: total.resealed + resealed,
    current: total.current + current,
    lost: total.lost + lost,
  });
}

async function reencryptLocation(ground: ReencryptionDeps, place: EncryptedLocation): Promise<ReencryptionCounts> {
  const { db } = ground.database;
  const statements = createStatements(place, await selectPrimaryKey(db, place.table));
  const resealOne = place.isFile ? reencryptFile : reencryptValue;
  const done: ReencryptionCounts = { resealed: 0, current: 0, lost: 0 };
  let rows = await statements.first(db);
  while (rows.length > 0) {
    for (const row of rows) {
      const became = await resealOne(ground, place, statements, row);
      if (became !== null) done[became]++;
    }
    rows = await statements.next(db, ...(rows.at(-1)?.key ?? []));
  }
  return done;
}

type ReencryptionStatements = ReturnType<typeof createStatements>;

function createStatements(
  { table, column, ifColumn }: EncryptedLocation,
  key: readonly { name: string; type: string }[],
) {
  const isSealed = ifColumn === undefined ? 'true' : `"${ifColumn}"`;
  const names = key.map(({ name }) => `"${name}"`);
  const place = `(${names.join(', ')})`;
  // As text, and back by its type: nothing of a time or a large number is rounded on the way.
  const given = (from: number) => `(${key.map(({ type }, index) => `$${index + from}::text::${type}`).join(', ')})`;
  const page = (after: string) =>
    statement<Row, string[]>(`
      select array[${names.map((name) => `${name}::text`).join(', ')}] as key, "${column}" as value from "${table}"
      where "${column}" is not null and ${isSealed} ${after} order by ${names.join(', ')} limit ${pageSize}`);
  return {
    first: page(''),
    next: page(`and ${place} > ${given(1)}`),
    replace: statement<{ isDone: true }, [Value, Value, ...string[]]>(`
      update "${table}" set "${column}" = $1 where "${column}" = $2 and ${place} = ${given(3)}
      returning true as "isDone"`),
    lock: statement<{ isThere: true }, [Value, ...string[]]>(`
      select true as "isThere" from "${table}" where "${column}" = $1 and ${place} = ${given(2)} for update`),
  };
}

/** Only as long as it is the same: whatever the portal has written meanwhile, or removed, stays so. */
async function reencryptValue(
  { database, env }: ReencryptionDeps,
  { purpose }: EncryptedLocation,
  { replace }: ReencryptionStatements,
  { key, value }: Row,
): Promise<keyof ReencryptionCounts | null> {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'base64url') : value;
  const fresh = tryReencrypt(env.SECRET_KEYS, purpose, bytes);
  if (!Buffer.isBuffer(fresh)) return fresh;
  const replacement = typeof value === 'string' ? fresh.toString('base64url') : fresh;
  const [done] = await replace(database.db, replacement, value, ...key);
  return done === undefined ? null : 'resealed';
}

/** Its row is held meanwhile, so that a file that is removed in this moment is not put back. */
async function reencryptFile(
  { database, files, env }: ReencryptionDeps,
  { purpose }: EncryptedLocation,
  { lock }: ReencryptionStatements,
  { key, value }: Row,
): Promise<keyof ReencryptionCounts | null> {
  const name = String(value);
  const bytes = await files.read(name);
  if (bytes === null) return null;
  const fresh = tryReencrypt(env.SECRET_KEYS, purpose, bytes);
  if (!Buffer.isBuffer(fresh)) return fresh;
  return database.inTransaction('reseal', async (db) => {
    const [row] = await lock(db, name, ...key);
    if (row === undefined) return null;
    await files.put(name, fresh, 'application/octet-stream');
    return 'resealed';
  });
}

function tryReencrypt(secretKeys: readonly string[], purpose: string, sealed: Buffer): Buffer | 'current' | 'lost' {
  try {
    return reencryptBytes(secretKeys, purpose, sealed) ?? 'current';
  } catch {
    return 'lost';
  }
}
