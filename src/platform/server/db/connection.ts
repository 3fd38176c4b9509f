import type { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { ClientBase, ClientConfig, Pool, QueryResultRow } from 'pg';
import { fail } from '#platform/shared/errors.ts';
import type { Tables } from './table-types.ts';
import { queryText } from './text-query.ts';

/** Statements are sent without waiting for the previous result. PostgreSQL preserves their order. */
export const pipelineConfig = { pipeline: true } as ClientConfig;

/**
 * No connection is free, or the database does not accept any. Nothing was sent, so clients can repeat the request, and
 * unlike an error of a statement it says nothing about the request.
 */
export function throwUnavailable(error: Error): never {
  throw fail('server.overloaded', { message: 'no database connection', retryAfterS: 5, cause: error });
}

/** Names of prepared statements by text. Beyond the limit statements are sent unnamed, which is only slower. */
const statementNames = new Map<string, string>();
const statementNamesLimit = 2_000;

function getStatementName(text: string): string | undefined {
  let name = statementNames.get(text);
  if (name === undefined && statementNames.size < statementNamesLimit) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}

/** Unnamed statements are parsed and planned on each call. Some poolers can't pass named ones to another connection. */
export type StatementMode = 'named' | 'unnamed';

export class PreparedConnection<Client extends ClientBase = ClientBase> implements DatabaseConnection {
  readonly client: Client;
  readonly #statements: StatementMode;

  constructor(client: Client, statements: StatementMode) {
    this.client = client;
    this.#statements = statements;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.run<Row & QueryResultRow>(sql, parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[], isReplanned = false) {
    const isPrepared = !isReplanned && (parameters.length > 0 || text.startsWith('select'));
    const name = isPrepared ? this.#getName(text) : undefined;
    const values = parameters as unknown[];
    return this.client.query<Row>(name === undefined ? { text, values } : { name, text, values });
  }

  runForText(text: string, parameters: readonly unknown[]): Promise<string | null> {
    return queryText(this.client, this.#getName(text), text, parameters);
  }

  #getName(text: string): string | undefined {
    return this.#statements === 'named' ? getStatementName(text) : undefined;
  }

  /** Buffers outgoing statements until they are flushed in one write. */
  cork(): { flush(): void } {
    const { stream } = (this.client as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    return { flush: () => stream.uncork() };
  }

  // eslint-disable-next-line require-yield -- required by the interface; large reads use pages instead
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming queries are not supported');
  }
}

/** Runs statements without kysely. */
export interface QueryRunner {
  /** The pool of the database that the statements go to. */
  readonly pool: Pool;
  run(text: string, parameters: readonly unknown[], isReplanned?: boolean): Promise<{ rows: unknown[] }>;
  /** The first column of the first row as text. Null if there is no row. */
  runForText(text: string, parameters: readonly unknown[]): Promise<string | null>;
  /** Commits the transaction, if there is one, in the same round trip. */
  runLast(text: string, parameters: readonly unknown[], isReplanned?: boolean): Promise<{ rows: unknown[] }>;
  runLastForText(text: string, parameters: readonly unknown[]): Promise<string | null>;
  /**
   * Only in a transaction: sends a statement immediately before its commit, in the order of positions. A second one at
   * the same position replaces the first.
   */
  beforeCommit?(position: number, send: () => Promise<void>): void;
}

const queryRunners = new WeakMap<Kysely<Tables>, QueryRunner>();

export function getQueryRunner(db: Kysely<Tables>): QueryRunner {
  const runner = queryRunners.get(db);
  if (runner === undefined) throw new Error('the database was not created by openDatabase');
  return runner;
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const rejectTransaction = async () => {
  throw new Error('a read cannot open a transaction: declare the endpoint as a write');
};
const noop = async () => undefined;

/** Shares everything but its connection, because each transaction creates one. */
class PortalKysely extends Kysely<Tables> {
  readonly #isTransaction: boolean;

  constructor(acquireConnection: () => Promise<DatabaseConnection>, isTransaction: boolean) {
    const driver: Driver = {
      acquireConnection,
      init: noop,
      destroy: noop,
      releaseConnection: noop,
      beginTransaction: rejectTransaction,
      commitTransaction: noop,
      rollbackTransaction: noop,
    };
    const dialect = {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (kysely: Kysely<unknown>) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => compiler,
    };
    const executor = new DefaultQueryExecutor(compiler, adapter, new DefaultConnectionProvider(driver));
    super({ config: { dialect }, dialect, driver, executor });
    this.#isTransaction = isTransaction;
  }

  override get isTransaction(): boolean {
    return this.#isTransaction;
  }
}

/** Creates a Kysely instance on connections that the caller manages. */
export function createKysely(
  runner: QueryRunner,
  acquireConnection: () => Promise<DatabaseConnection>,
  { isTransaction }: { isTransaction: boolean },
): Kysely<Tables> {
  const db = new PortalKysely(acquireConnection, isTransaction);
  queryRunners.set(db, runner);
  return db;
}
