import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import type { FeatureFlags } from '#platform/server/config/feature-flags.ts';
import { startTracing, traceRequests } from './tracing.ts';

const received: string[] = [];
const collector = createServer(async (request, reply) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  received.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString());
  reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
afterAll(() => void collector.close());

it('sends a span with route and correlation id for sampled requests', async () => {
  let rate = 0;
  const stop = await startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`);
  const app = Fastify({ genReqId: (request) => String(request.headers['x-correlation-id']) });
  traceRequests(app, { number: () => rate } as unknown as FeatureFlags);
  app.get('/things/:id', async () => 'ok');
  await app.inject({ url: '/things/1', headers: { 'x-correlation-id': 'not-sampled' } });
  rate = 1;
  await app.inject({ url: '/things/2', headers: { 'x-correlation-id': 'sampled-one' } });
  await app.close();
  await stop();
  expect(received.join('')).toContain('GET /things/:id');
  expect(received.join('')).toContain('sampled-one');
  expect(received.join('')).not.toContain('not-sampled');
});
