import type { Kysely } from 'kysely';
import { Client, type ClientConfig, type Pool, type QueryResultRow } from 'pg';
import {
  createKysely,
  pipelineConfig,
  PreparedConnection,
  throwUnavailable,
  type QueryRunner,
  type StatementMode,
} from './connection.ts';
import type { Tables } from './table-types.ts';

const pipelinedConnections = 4;
/** Each runs one statement at a time. */
const unpipelinedConnections = 12;

/**
 * A few pipelined connections shared by all single statements, which neither wait for a free connection nor for each
 * other. The statements of one event loop turn go to one connection in one write. PgBouncer before 1.21 damages pipelined
 * statements outside of transactions, so unnamed ones wait for each other on more connections.
 */
export class SharedConnections implements QueryRunner {
  readonly pool: Pool;
  readonly db: Kysely<Tables> = createKysely(this, () => this.#get(), { isTransaction: false });
  readonly #config: ClientConfig;
  readonly #statements: StatementMode;
  readonly #onCommit: () => void;
  readonly #isPipelined: boolean;
  readonly #slots: (Promise<PreparedConnection<Client>> | undefined)[];
  readonly #open: (PreparedConnection<Client> | undefined)[] = [];
  #slot = 0;
  #isTurnOpen = false;

  constructor(config: ClientConfig, pool: Pool, statements: StatementMode, onCommit: () => void) {
    this.pool = pool;
    this.#statements = statements;
    this.#onCommit = onCommit;
    this.#isPipelined = statements === 'named';
    this.#slots = Array.from({ length: this.#isPipelined ? pipelinedConnections : unpipelinedConnections });
    this.#config = { ...config, ...pipelineConfig };
  }

  async run(text: string, parameters: readonly unknown[], isReplanned?: boolean): Promise<{ rows: unknown[] }> {
    return (await this.#get()).run(text, parameters, isReplanned);
  }

  runForText(text: string, parameters: readonly unknown[]): Promise<string | null> {
    const open = this.#getOpen();
    if (open !== undefined) return open.runForText(text, parameters);
    return this.#get().then((connection) => connection.runForText(text, parameters));
  }

  async runLast(text: string, parameters: readonly unknown[], isReplanned?: boolean): Promise<{ rows: unknown[] }> {
    const result = await this.run(text, parameters, isReplanned);
    this.#onCommit();
    return result;
  }

  async runLastForText(text: string, parameters: readonly unknown[]): Promise<string | null> {
    const result = await this.runForText(text, parameters);
    this.#onCommit();
    return result;
  }

  async #get(): Promise<PreparedConnection<Client>> {
    const slot = this.#slot;
    if (!this.#isPipelined) this.#slot = (slot + 1) % this.#slots.length;
    const connection = await (this.#slots[slot] ??= this.#connect(slot));
    if (this.#isPipelined) this.#startTurn(connection);
    return connection;
  }

  /** The pipelined connection of this turn if it is open, which saves the steps of a promise. */
  #getOpen(): PreparedConnection<Client> | undefined {
    const connection = this.#open[this.#slot];
    if (connection !== undefined) this.#startTurn(connection);
    return connection;
  }

  #startTurn(connection: PreparedConnection<Client>): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    const corked = connection.cork();
    setImmediate(() => {
      this.#isTurnOpen = false;
      this.#slot = (this.#slot + 1) % this.#slots.length;
      corked.flush();
    });
  }

  async #connect(slot: number): Promise<PreparedConnection<Client>> {
    const client = new Client(this.#config);
    let isLost = false;
    const clearSlot = () => {
      isLost = true;
      this.#slots[slot] = undefined;
      this.#open[slot] = undefined;
    };
    client.on('error', clearSlot);
    client.on('end', clearSlot);
    try {
      await client.connect();
    } catch (error) {
      clearSlot();
      throwUnavailable(error as Error);
    }
    if (!this.#isPipelined) return new SerialConnection(client, this.#statements);
    const connection = new PreparedConnection(client, this.#statements);
    if (!isLost) this.#open[slot] = connection;
    return connection;
  }

  async close(): Promise<void> {
    const open = this.#slots.filter((slot) => slot !== undefined);
    await Promise.allSettled(open.map(async (slot) => (await slot).client.end()));
  }
}

/** Sends a statement after the previous one was answered. */
class SerialConnection extends PreparedConnection<Client> {
  #last: Promise<unknown> = Promise.resolve();

  override run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[], isReplanned?: boolean) {
    return this.#send(() => super.run<Row>(text, parameters, isReplanned));
  }

  override runForText(text: string, parameters: readonly unknown[]): Promise<string | null> {
    return this.#send(() => super.runForText(text, parameters));
  }

  #send<Result>(send: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(send);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
