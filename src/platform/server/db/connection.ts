import type { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { ClientBase, ClientConfig, Pool, QueryResultRow } from 'pg';
import type { Tables } from './table-types.ts';

/** Statements are sent without waiting for the previous result. PostgreSQL preserves their order. */
export const pipelineConfig = { pipeline: true } as ClientConfig;

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

export class PreparedConnection<Client extends ClientBase = ClientBase> implements DatabaseConnection {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.run<Row & QueryResultRow>(sql, parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[], isReplanned = false) {
    const isPrepared = !isReplanned && (parameters.length > 0 || text.startsWith('select'));
    const name = isPrepared ? getStatementName(text) : undefined;
    const values = parameters as unknown[];
    return this.client.query<Row>(name === undefined ? { text, values } : { name, text, values });
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
}

const queryRunners = new WeakMap<Kysely<Tables>, QueryRunner>();

export function getQueryRunner(db: Kysely<Tables>): QueryRunner {
  const runner = queryRunners.get(db);
  if (runner === undefined) throw new Error('the database was not created by openDatabase');
  return runner;
}

class PortalKysely extends Kysely<Tables> {
  readonly #isTransaction: boolean;

  constructor(driver: Driver, isTransaction: boolean) {
    super({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (kysely) => new PostgresIntrospector(kysely),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
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
  const noop = async () => undefined;
  const driver = {
    acquireConnection,
    init: noop,
    destroy: noop,
    releaseConnection: noop,
    beginTransaction: async () => {
      throw new Error('a read cannot open a transaction: declare the endpoint as a write');
    },
    commitTransaction: noop,
    rollbackTransaction: noop,
  };
  const db = new PortalKysely(driver, isTransaction);
  queryRunners.set(db, runner);
  return db;
}
