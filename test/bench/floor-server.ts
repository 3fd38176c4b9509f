/**
 * The floor that the portal is compared with: bare node:http, and one prepared statement per call whose JSON text goes out
 * as PostgreSQL built it. Nothing is checked, parsed or serialized. The call is selected by its index in the URL.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { pipelineConfig } from '#platform/server/db/connection.ts';
import { measuredCalls } from './measured-calls.ts';

const connectionString = process.env['DATABASE_URL'] ?? '';
const clients = await Promise.all(
  Array.from({ length: Number(process.env['DATABASE_POOL']) }, async () => {
    const client = new Client({ connectionString, ...pipelineConfig });
    await client.connect();
    return client;
  }),
);
let turn = 0;

const server = createServer((request, response) => {
  void (async () => {
    const index = Number(request.url?.slice(1));
    const body = request.method === 'POST' ? await text(request) : '';
    const answer = Number.isNaN(index) ? readCpuUs() : await runCall(index, body);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  })();
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

/** Statements are prepared once per connection, and none waits for another's result. */
async function runCall(index: number, body: string): Promise<string> {
  const call = measuredCalls[index];
  if (call === undefined) throw new Error(`no measured call ${index}`);
  const { sql, values } = call.floor;
  const client = clients[(turn = (turn + 1) % clients.length)] as Client;
  const { rows } = await client.query<[string]>({
    name: String(index),
    text: sql,
    values: typeof values === 'function' ? values(body) : values,
    rowMode: 'array',
  });
  return rows[0]?.[0] ?? '{}';
}

function readCpuUs(): string {
  const { user, system } = process.cpuUsage();
  return String(user + system);
}
