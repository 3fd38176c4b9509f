/** The baseline: node:http and pg running the SQL of a measured call, which is selected by its index in the URL. */
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
    results.push(...(await Promise.all(statements.map((statement, index) => query(pool, name, statement, index, [])))));
    return answer(results);
  }
  const client = await pool.connect();
  await client.query('begin');
  for (const [index, statement] of statements.entries())
    results.push(await query(client, name, statement, index, results));
  await client.query('commit');
  client.release();
  return answer(results);
}

async function query(
  client: Pool | PoolClient,
  name: string,
  { sql: text, values }: Statement,
  index: number,
  previousResults: Row[][],
): Promise<Row[]> {
  const boundValues = typeof values === 'function' ? values(previousResults) : values;
  return (await client.query<Row>({ name: `${name} ${index}`, text, values: boundValues })).rows;
}

function readCpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
