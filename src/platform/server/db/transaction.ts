import type { Kysely } from 'kysely';
import type { PoolClient, QueryResultRow } from 'pg';
import { createKysely, PreparedConnection } from './connection.ts';
import type { DB } from './db-types.ts';

/** The connection of one transaction. Statements that do not wait for each other leave in one write. */
class TransactionConnection extends PreparedConnection<PoolClient> {
  isOver = false;
  #isHeld = false;

  override run<Row extends QueryResultRow>(text: string, parameters: readonly unknown[], isPlannedAnew?: boolean) {
    // It would run by itself, or in the transaction that has the connection next.
    if (this.isOver) throw new Error('a statement came after the end of its transaction');
    if (!this.#isHeld) {
      this.#isHeld = true;
      const held = this.hold();
      process.nextTick(() => {
        this.#isHeld = false;
        held.letGo();
      });
    }
    return super.run<Row>(text, parameters, isPlannedAnew);
  }
}

/** Gives the client back to its pool in the end. */
export async function runTransaction<Result>(
  client: PoolClient,
  name: string,
  work: (db: Kysely<DB>) => Promise<Result>,
): Promise<Result> {
  const connection = new TransactionConnection(client);
  let isBroken = false;
  try {
    await client.query(`begin; set local application_name to ${client.escapeLiteral(name)}`);
    const result = await work(createKysely(connection, async () => connection, { isTransaction: true }));
    connection.isOver = true;
    const { command } = await client.query('commit');
    // PostgreSQL rolls back instead, and calls it no error, where a statement has failed and the work went on.
    if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed, so nothing of it is kept');
    return result;
  } catch (error) {
    connection.isOver = true;
    // Where even that fails the connection is gone, and the transaction with it.
    await client.query('rollback').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}
