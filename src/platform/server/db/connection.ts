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
import type { ClientBase, ClientConfig, QueryResultRow } from 'pg';
import type { DB } from './db-types.ts';

/** Statements are sent as they come, and not only once the one before is answered; PostgreSQL keeps their order. */
export const pipelineConfig = { pipeline: true } as ClientConfig;

/** Statement names by text, bounded: a text that is not kept is sent unnamed, which is only slower. */
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

  run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[], isPlannedAnew = false) {
    const isKept = !isPlannedAnew && (parameters.length > 0 || text.startsWith('select'));
    const name = isKept ? getStatementName(text) : undefined;
    const values = parameters as unknown[];
    return this.client.query<Row>(name === undefined ? { text, values } : { name, text, values });
  }

  /** Keeps what is sent until it is let go: it leaves in one write. */
  hold(): { letGo(): void } {
    const { stream } = (this.client as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    return { letGo: () => stream.uncork() };
  }

  // eslint-disable-next-line require-yield -- the interface asks for it; large reads go through pages instead
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not offered');
  }
}

/** Has a statement run by one of its connections, without kysely in between. */
export interface QueryRunner {
  run(text: string, parameters: readonly unknown[], isPlannedAnew?: boolean): Promise<{ rows: unknown[] }>;
}

const queryRunners = new WeakMap<Kysely<DB>, QueryRunner>();

export function getQueryRunner(db: Kysely<DB>): QueryRunner {
  const runner = queryRunners.get(db);
  if (runner === undefined) throw new Error('this is not a database of openDatabase');
  return runner;
}

class PortalKysely extends Kysely<DB> {
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

/** Kysely on connections that others open and close. */
export function createKysely(
  runner: QueryRunner,
  acquireConnection: () => Promise<DatabaseConnection>,
  { isTransaction }: { isTransaction: boolean },
): Kysely<DB> {
  const nothing = async () => undefined;
  const driver = {
    acquireConnection,
    init: nothing,
    destroy: nothing,
    releaseConnection: nothing,
    beginTransaction: async () => {
      throw new Error('a read opens no transaction: declare the call as a write, which has one');
    },
    commitTransaction: nothing,
    rollbackTransaction: nothing,
  };
  const db = new PortalKysely(driver, isTransaction);
  queryRunners.set(db, runner);
  return db;
}
