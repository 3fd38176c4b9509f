import type { Kysely } from 'kysely';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { createKysely, PreparedConnection } from './connection.ts';
import type { Tables } from './table-types.ts';

/** The connection of one transaction. Concurrent statements are sent in one write. */
class TransactionConnection extends PreparedConnection<PoolClient> {
  readonly pool: Pool;
  isFinished = false;
  #isCorked = false;

  constructor(client: PoolClient, pool: Pool) {
    super(client);
    this.pool = pool;
  }

  override run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[], isReplanned?: boolean) {
    // The statement would run outside any transaction, or in the next one on this connection.
    if (this.isFinished) throw new Error('statement after the end of its transaction');
    if (!this.#isCorked) {
      this.#isCorked = true;
      const corked = this.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        corked.flush();
      });
    }
    return super.run<Row>(text, parameters, isReplanned);
  }
}

/** Runs the work in a transaction and releases the client to its pool. */
export async function runTransaction<Result>(
  pool: Pool,
  client: PoolClient,
  name: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const connection = new TransactionConnection(client, pool);
  let isBroken = false;
  try {
    await client.query(`begin; set local application_name to ${client.escapeLiteral(name)}`);
    const result = await work(createKysely(connection, async () => connection, { isTransaction: true }));
    connection.isFinished = true;
    const { command } = await client.query('commit');
    // After a failed statement PostgreSQL answers COMMIT with a rollback and no error.
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back, because one of its statements had failed');
    return result;
  } catch (error) {
    connection.isFinished = true;
    // If the rollback fails, the connection is lost, and the transaction with it.
    await client.query('rollback').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}
