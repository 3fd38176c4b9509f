/** The floor: nothing but node:http, pg and the SQL of the call that is measured. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { measured } from './measured.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 4 });

const server = createServer((request, response) => {
  const call = measured.find(({ path }) => path === request.url);
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

async function run({ name, sql: text, values, answer }: (typeof measured)[number]): Promise<unknown> {
  return answer((await pool.query({ name, text, values })).rows);
}

function readCpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
