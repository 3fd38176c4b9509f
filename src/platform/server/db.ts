import type { Socket } from 'node:net';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import {
  Client,
  Pool,
  TypeOverrides,
  types as pgTypes,
  type ClientBase,
  type ClientConfig,
  type PoolClient,
  type QueryResultRow,
} from 'pg';
import { fail } from '../shared/errors.ts';
import type { DB } from './db-types.ts';

/** The transaction of a write, or the shared connections of a read. */
export type Db = Kysely<DB>;

export interface DatabaseOptions {
  connection: ClientConfig;
  poolSize: number;
}

export interface Database {
  /** Single statements, outside any transaction. */
  db: Db;
  pool: Pool;
  /** Runs the work in one transaction; the correlation id is seen in pg_stat_activity and in PostgreSQL's own log. */
  inTransaction<Result>(correlationId: string, work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

// A date stays what it is; a JavaScript Date would move a birthdate by the time zone of the server.
const types = new TypeOverrides();
types.setTypeParser(pgTypes.builtins.DATE, (value) => value);
types.setTypeParser(pgTypes.builtins.INT8, (value) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is larger than a number can hold`);
  return number;
});

/** Nothing waits for ever: a statement that hangs would hold its connection, and on a shared one all who share it. */
const limits = {
  connectionTimeoutMillis: 10_000,
  lock_timeout: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
} satisfies ClientConfig;

export function openDatabase({ connection, poolSize }: DatabaseOptions): Database {
  const config = { ...limits, ...connection, types };
  const pool = new Pool({ ...config, max: poolSize });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // So would one that breaks while a transaction has it; the statement that waits for it fails, and that is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const readers = new Readers(config);
  const db = kyselyOn(new ReadDriver(readers));
  readersOf.set(db, readers);
  const writer = kyselyOn(new WriteDriver(pool));
  return {
    db,
    pool,
    inTransaction: (correlationId, work) =>
      writer.transaction().execute(async (transaction) => {
        await nameTransaction(transaction, correlationId);
        return work(transaction);
      }),
    close: async () => {
      await readers.close();
      await pool.end();
    },
  };
}

function kyselyOn(driver: Driver): Db {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** A statement that is written once, prepared once on each connection, and typed by hand. */
export function statement<Row, const Parameters extends readonly unknown[]>(text: string) {
  const run = async (db: Db, ...parameters: Parameters): Promise<Row[]> => {
    // A single statement has nothing that kysely could add, and this is what most requests consist of.
    const readers = readersOf.get(db);
    const { rows } = await (readers === undefined
      ? db.executeQuery(CompiledQuery.raw(text, parameters as unknown as unknown[]))
      : (await readers.get()).run(text, parameters));
    return rows as Row[];
  };
  return Object.assign(run, { text });
}

const readersOf = new WeakMap<Db, Readers>();
const nameTransaction = statement<unknown, [string]>("select set_config('application_name', $1, true)");

/** Statement names by text, bounded: a text that is not kept is sent unnamed, which is only slower. */
const statementNames = new Map<string, string>();
const statementNamesLimit = 2_000;

function statementName(text: string): string | undefined {
  let name = statementNames.get(text);
  if (name === undefined && statementNames.size < statementNamesLimit) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}

class PreparedConnection implements DatabaseConnection {
  readonly client: ClientBase;
  isBroken = false;

  constructor(client: ClientBase) {
    this.client = client;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.run<Row & QueryResultRow>(sql, parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[]) {
    const name = parameters.length > 0 || text.startsWith('select') ? statementName(text) : undefined;
    const values = parameters as unknown[];
    return this.client.query<Row>(name === undefined ? { text, values } : { name, text, values });
  }

  // eslint-disable-next-line require-yield -- the interface asks for it; large reads go through pages instead
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not offered');
  }
}

/**
 * A few pipelined connections that all single statements share: no waiting for a free one, no round trip between. The
 * statements of one turn of the event loop go to one connection, in one write.
 */
class Readers {
  readonly #config: ClientConfig;
  readonly #slots: (Promise<PreparedConnection> | undefined)[] = [undefined, undefined, undefined, undefined];
  #slot = 0;
  #isTurnOpen = false;

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  async get(): Promise<PreparedConnection> {
    const slot = this.#slot;
    const connection = await (this.#slots[slot] ??= this.#connect(slot));
    if (!this.#isTurnOpen) {
      this.#isTurnOpen = true;
      const { stream } = (connection.client as Client & { connection: { stream: Socket } }).connection;
      stream.cork();
      setImmediate(() => {
        this.#isTurnOpen = false;
        this.#slot = (this.#slot + 1) % this.#slots.length;
        stream.uncork();
      });
    }
    return connection;
  }

  async #connect(slot: number): Promise<PreparedConnection> {
    const client = new Client({ ...this.#config, pipeline: true } as ClientConfig);
    const forget = () => {
      this.#slots[slot] = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
    } catch (error) {
      forget();
      throw error;
    }
    return new PreparedConnection(client);
  }

  async close(): Promise<void> {
    const open = this.#slots.filter((slot) => slot !== undefined);
    await Promise.allSettled(open.map(async (slot) => ((await slot).client as Client).end()));
  }
}

class ReadDriver implements Driver {
  readonly #readers: Readers;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  acquireConnection(): Promise<DatabaseConnection> {
    return this.#readers.get();
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    throw new Error('a read opens no transaction: declare the call as a write');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
}

/** pg gives its errors about time no code. */
function asOverload(error: Error): never {
  if (error.message !== 'timeout exceeded when trying to connect') throw error;
  throw fail('server.overloaded', { message: 'no connection was free in time', retryAfterS: 5, cause: error });
}

class WriteDriver implements Driver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new PreparedConnection(await this.#pool.connect().catch(asOverload));
  }
  async releaseConnection(connection: PreparedConnection): Promise<void> {
    (connection.client as PoolClient).release(connection.isBroken);
  }
  async beginTransaction(connection: PreparedConnection): Promise<void> {
    await connection.client.query('begin');
  }
  async commitTransaction(connection: PreparedConnection): Promise<void> {
    await connection.client.query('commit');
  }
  async rollbackTransaction(connection: PreparedConnection): Promise<void> {
    try {
      await connection.client.query('rollback');
    } catch {
      // The connection is gone, and the transaction with it; the pool must not hand it out again.
      connection.isBroken = true;
    }
  }
}
