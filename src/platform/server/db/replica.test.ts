import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { Pool } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { openDatabase } from './database.ts';
import { Replica } from './replica.ts';

const { connection, db } = await createTestDatabase();

const countUsed = ({ totalCount, idleCount, waitingCount }: Pool) => ({
  used: totalCount - idleCount,
  waiting: waitingCount,
});

it('returns its connections to the pool while the primary does not answer', async () => {
  const pool = new Pool({ ...connection, max: 2 });
  // Nothing listens on this port.
  const primary = openDatabase({ connection: { host: '127.0.0.1', port: 1 }, poolSize: 1 });
  const replica = new Replica({ pool, statements: 'named', primary: primary.db, onChange: () => undefined });
  onTestFinished(async () => {
    await replica.close();
    await primary.close();
  });
  for (let read = 0; read < 3; read++)
    await expect(replica.read(primary.db, async () => 'never')).rejects.toMatchObject({ code: 'server.overloaded' });
  await expect
    .poll(() => ({ isFree: pool.idleCount > 0, ...countUsed(pool) }))
    .toEqual({ isFree: true, used: 0, waiting: 0 });
});

it('reads on the primary while all its connections are in use, and is not left out', async () => {
  const pool = new Pool({ ...connection, max: 1, connectionTimeoutMillis: 50 });
  const changes: boolean[] = [];
  const replica = new Replica({ pool, statements: 'named', primary: db, onChange: (isUsed) => changes.push(isUsed) });
  onTestFinished(() => replica.close());
  const inUse = await pool.connect();
  expect(await replica.read(db, async (used) => used === db)).toBe(true);
  expect([replica.isUsed, changes]).toEqual([true, []]);
  inUse.release();
});

it('is left out when an open connection no longer answers', async () => {
  const relay = await startRelay();
  const pool = new Pool({ ...connection, host: '127.0.0.1', port: relay.port, max: 1 });
  pool.on('connect', (client) => client.on('error', () => undefined));
  const reasons: unknown[] = [];
  const replica = new Replica({
    pool,
    statements: 'named',
    primary: db,
    onChange: (_isUsed, reason) => reasons.push(reason),
  });
  onTestFinished(() => replica.close());
  await pool.query('select 1');
  relay.freeze();
  expect(await replica.read(db, async (used) => used === db)).toBe(true);
  expect(replica.isUsed).toBe(false);
  expect(reasons).toMatchObject([{ message: 'the replica did not answer within 2000 ms' }]);
});

/** Passes connections on to PostgreSQL until it freezes, like a machine that is gone without a word. */
async function startRelay() {
  const sockets: Socket[] = [];
  const server = createServer((incoming) => {
    const outgoing = connect(`${connection.host}/.s.PGSQL.${connection.port ?? 5432}`);
    for (const socket of [incoming, outgoing]) sockets.push(socket.on('error', () => undefined));
    incoming.pipe(outgoing).pipe(incoming);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
