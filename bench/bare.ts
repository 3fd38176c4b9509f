/** The floor: nothing but node:http, pg and the SQL of the call that is measured. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { measuredPath } from './measured.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 4 });
const name = 'checkpoint';
const text = 'select store_number, member_number, status, updated_at from dsd_checkpoint where affiliate_id = $1';

const server = createServer((request, response) => {
  void (request.url === measuredPath ? readCheckpoint(Number(request.headers['affiliate-id'])) : readCpuUs()).then(
    (value) => {
      const body = JSON.stringify(value);
      const type = 'application/json; charset=utf-8';
      return response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

async function readCheckpoint(affiliateId: number): Promise<unknown> {
  const { rows } = await pool.query({ name, text, values: [affiliateId] });
  const { updated_at: updatedAt, ...checkpoint } = rows[0];
  return { ...checkpoint, updatedDate: updatedAt.toISOString() };
}

async function readCpuUs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return user + system;
}
