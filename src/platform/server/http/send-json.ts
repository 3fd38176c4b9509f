import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress } from './compression.ts';

/**
 * Sends JSON text that must not be cached. Fastify's `send` takes more time: it looks for the type of the payload and runs
 * hooks for cookies, which such answers don't set.
 */
export function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): void {
  const { raw } = reply;
  const payload = compress(request, reply, text);
  const headers: OutgoingHttpHeaders = reply.getHeaders() as OutgoingHttpHeaders;
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['cache-control'] = 'no-store';
  headers['content-length'] = Buffer.byteLength(payload);
  raw.writeHead(200, headers);
  raw.end(payload);
}
