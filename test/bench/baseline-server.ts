/** The floor: nothing but node:http, pg and the SQL of the call that is measured, which is asked for by its number. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { measuredCalls, type MeasuredCall, type Row, type Statement } from './measured-calls.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 4 });

const server = createServer((request, response) => {
  const call = measuredCalls[Number(request.url?.slice(1))];
  const answer = async () => (call === undefined ? readCpuUs() : run(call));
  const send = async () => {
    const body = JSON.stringify(await answer());
    const type = 'application/json; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
  };
  if (call?.body === undefined) void send();
  else request.resume().once('end', () => void send());
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

async function run({ name, statements, isWrite = false, answer }: MeasuredCall): Promise<unknown> {
  const results: Row[][] = [];
  if (!isWrite) {
    results.push(...(await Promise.all(statements.map((one, place) => query(pool, name, one, place, [])))));
    return answer(results);
  }
  const client = await pool.connect();
  await client.query('begin');
  for (const [place, one] of statements.entries()) results.push(await query(client, name, one, place, results));
  await client.query('commit');
  client.release();
  return answer(results);
}

async function query(
  on: Pool | PoolClient,
  name: string,
  { sql: text, values }: Statement,
  place: number,
  before: Row[][],
): Promise<Row[]> {
  const given = typeof values === 'function' ? values(before) : values;
  return (await on.query<Row>({ name: `${name} ${place}`, text, values: given })).rows;
}

function readCpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
