import type { Services } from './context.ts';
import { type Db, statement } from './db.ts';
import { sealedDocumentKeys } from './document-key.ts';
import { listPersonalTables, type PersonalTable } from './personal-tables.ts';
import { recordKeyPurpose } from './record-key.ts';
import { resealBytes } from './secrets.ts';

/** A column that is sealed by the secret itself. What the key of a record seals is none: its key is. */
export interface SealedColumn {
  table: string;
  column: string;
  purpose: string;
}

interface SealedPlace extends SealedColumn {
  /** The column names a file, and that is what is sealed. */
  isFile: boolean;
  /** Where this column says no it was stored open, and stays so. */
  ifColumn?: string;
}

export interface Resealed {
  /** Sealed by the newest key now. */
  resealed: number;
  /** Sealed by it before. */
  current: number;
  /** Opened by none of the keys. */
  lost: number;
}

interface Resealing {
  /** Of tables that do not declare what they hold. */
  others: readonly SealedColumn[];
  /** Purposes of files that are too large for memory, and gone by themselves before long. */
  passing: readonly string[];
  report: (place: SealedColumn, done: Resealed) => void;
}

type Ground = Pick<Services, 'database' | 'files' | 'env'>;
type Value = string | Buffer;
interface Row {
  key: string[];
  value: Value;
}

const pageSize = 500;
/** A row that was copied while we passed is found the next time; more often, somebody still uses an older key. */
const maxRounds = 3;

const selectKey = statement<{ name: string; type: string }, [table: string]>(`
  select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place), pg_attribute a
  where i.indrelid = $1::text::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum
  order by k.place`);

/** Everything that the secret seals, as the tables declare it, and what others add. */
export async function listSealed(db: Db, others: readonly SealedColumn[]): Promise<SealedPlace[]> {
  const declared = (await listPersonalTables(db)).flatMap(sealedOf);
  return [...declared, ...[sealedDocumentKeys, ...others].map((other) => ({ ...other, isFile: false }))];
}

function sealedOf({ name: table, columns }: PersonalTable): SealedPlace[] {
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
export async function reseal(ground: Ground, { others, passing, report }: Resealing): Promise<Resealed> {
  const places = await listSealed(ground.database.db, others);
  const total: Resealed = { resealed: 0, current: 0, lost: 0 };
  const walk = async (place: SealedPlace): Promise<Resealed> => {
    const done = await resealPlace(ground, place);
    report(place, done);
    return done;
  };
  for (const place of places.filter(({ isFile, purpose }) => isFile && !passing.includes(purpose)))
    add(total, await walk(place));
  let resealed = 0;
  for (let round = 1; round <= maxRounds; round++) {
    const done: Resealed = { resealed: 0, current: 0, lost: 0 };
    for (const place of places.filter(({ isFile }) => !isFile)) add(done, await walk(place));
    // The last round has seen everything and found nothing to do.
    if (done.resealed === 0) return add(total, { ...done, resealed, current: done.current - resealed });
    resealed += done.resealed;
  }
  throw new Error('an older key still seals: give every process the new SECRET_KEY, then run this again');
}

function add(total: Resealed, { resealed, current, lost }: Resealed): Resealed {
  return Object.assign(total, {
    resealed: total.resealed + resealed,
    current: total.current + current,
    lost: total.lost + lost,
  });
}

async function resealPlace(ground: Ground, place: SealedPlace): Promise<Resealed> {
  const { db } = ground.database;
  const statements = statementsOf(place, await selectKey(db, place.table));
  const resealOne = place.isFile ? resealFile : resealValue;
  const done: Resealed = { resealed: 0, current: 0, lost: 0 };
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

type Statements = ReturnType<typeof statementsOf>;

function statementsOf({ table, column, ifColumn }: SealedPlace, key: readonly { name: string; type: string }[]) {
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
async function resealValue(
  { database, env }: Ground,
  { purpose }: SealedPlace,
  { replace }: Statements,
  { key, value }: Row,
): Promise<keyof Resealed | null> {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'base64url') : value;
  const fresh = tryReseal(env.SECRET_KEYS, purpose, bytes);
  if (!Buffer.isBuffer(fresh)) return fresh;
  const replacement = typeof value === 'string' ? fresh.toString('base64url') : fresh;
  const [done] = await replace(database.db, replacement, value, ...key);
  return done === undefined ? null : 'resealed';
}

/** Its row is held meanwhile, so that a file that is removed in this moment is not put back. */
async function resealFile(
  { database, files, env }: Ground,
  { purpose }: SealedPlace,
  { lock }: Statements,
  { key, value }: Row,
): Promise<keyof Resealed | null> {
  const name = String(value);
  const bytes = await files.read(name);
  if (bytes === null) return null;
  const fresh = tryReseal(env.SECRET_KEYS, purpose, bytes);
  if (!Buffer.isBuffer(fresh)) return fresh;
  return database.inTransaction('reseal', async (db) => {
    const [row] = await lock(db, name, ...key);
    if (row === undefined) return null;
    await files.put(name, fresh, 'application/octet-stream');
    return 'resealed';
  });
}

function tryReseal(secretKeys: readonly string[], purpose: string, sealed: Buffer): Buffer | 'current' | 'lost' {
  try {
    return resealBytes(secretKeys, purpose, sealed) ?? 'current';
  } catch {
    return 'lost';
  }
}
