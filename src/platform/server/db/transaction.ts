import type { Kysely } from 'kysely';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { createKysely, PreparedConnection, type StatementMode } from './connection.ts';
import type { Tables } from './table-types.ts';

/** Sends one statement before it first waits, so that the commit can follow in the same write. */
type LastStatement = () => Promise<void>;

/**
 * The connection of one transaction. BEGIN is sent together with the first statement, concurrent statements in one
 * write, and COMMIT together with a statement that is known to be the last.
 */
class TransactionConnection extends PreparedConnection<PoolClient> {
  readonly pool: Pool;
  readonly #name: string;
  #isFinished = false;
  #isCorked = false;
  #begin: Promise<unknown> | undefined;
  #end: Promise<unknown> | undefined;
  readonly #lastStatements: (LastStatement | undefined)[] = [];

  constructor(client: PoolClient, pool: Pool, name: string, statements: StatementMode) {
    super(client, statements);
    this.pool = pool;
    this.#name = name;
  }

  override run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[], isReplanned?: boolean) {
    this.#prepareStatement();
    return super.run<Row>(text, parameters, isReplanned);
  }

  override runForText(text: string, parameters: readonly unknown[]): Promise<string | null> {
    this.#prepareStatement();
    return super.runForText(text, parameters);
  }

  runLast<Row extends QueryResultRow>(text: string, parameters: readonly unknown[], isReplanned?: boolean) {
    return this.#sendLast(() => super.run<Row>(text, parameters, isReplanned));
  }

  runLastForText(text: string, parameters: readonly unknown[]): Promise<string | null> {
    return this.#sendLast(() => super.runForText(text, parameters));
  }

  beforeCommit(position: number, send: LastStatement): void {
    if (this.#isFinished) throw new Error('statement after the end of its transaction');
    this.#lastStatements[position] = send;
  }

  async commit(): Promise<void> {
    let last: Promise<void> | undefined;
    if (this.#end === undefined) {
      for (const send of this.#lastStatements) {
        await last;
        last = send?.();
        // The start of the transaction may fail first.
        last?.catch(() => undefined);
      }
    }
    this.#isFinished = true;
    if (this.#end === undefined && this.#begin !== undefined) this.#end = this.#sendCommit();
    await this.#begin;
    // Its error is more specific than that of the commit.
    await last;
    await this.#end;
  }

  async rollback(): Promise<void> {
    this.#isFinished = true;
    if (this.#end === undefined && this.#begin !== undefined) await this.client.query('rollback');
    // PostgreSQL rolls back if the last statement has failed.
    else await this.#end?.catch(() => undefined);
  }

  /** Sends the last statement of the transaction. Alone, it needs neither BEGIN nor COMMIT. */
  #sendLast<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.#lastStatements.length > 0) return this.#sendThenCommit(send);
    this.#prepareWrite();
    const result = send();
    this.#end = this.#begin === undefined ? result : this.#sendCommit();
    this.#end.catch(() => undefined);
    this.#isFinished = true;
    return result;
  }

  async #sendThenCommit<Result>(send: () => Promise<Result>): Promise<Result> {
    this.#prepareStatement();
    const result = await send();
    await this.commit();
    return result;
  }

  #sendCommit(): Promise<void> {
    const end = this.#send('commit').then(assertCommitted);
    // It may fail while another failure is handled.
    end.catch(() => undefined);
    return end;
  }

  #send(text: string) {
    const sent = this.client.query(text);
    sent.catch(() => undefined);
    return sent;
  }

  #prepareStatement(): void {
    this.#prepareWrite();
    this.#begin ??= this.#send(`begin; set local application_name to ${this.client.escapeLiteral(this.#name)}`);
  }

  #prepareWrite(): void {
    // The statement would run outside any transaction, or in the next one on this connection.
    if (this.#isFinished) throw new Error('statement after the end of its transaction');
    if (this.#isCorked) return;
    this.#isCorked = true;
    const corked = this.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      corked.flush();
    });
  }
}

/** After a failed statement PostgreSQL answers COMMIT with a rollback and no error. */
function assertCommitted({ command }: { command: string }): void {
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back, because one of its statements had failed');
}

/** Runs the work in a transaction and releases the client to its pool. */
export async function runTransaction<Result>(
  pool: Pool,
  client: PoolClient,
  name: string,
  statements: StatementMode,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const connection = new TransactionConnection(client, pool, name, statements);
  let isBroken = false;
  try {
    // PostgreSQL would reject BEGIN, and then run the first statement on its own.
    if (name.includes('\0')) throw new Error('invalid transaction name');
    const result = await work(createKysely(connection, async () => connection, { isTransaction: true }));
    await connection.commit();
    return result;
  } catch (error) {
    // If the rollback fails, the connection is lost, and the transaction with it.
    await connection.rollback().catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}
