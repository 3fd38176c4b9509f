import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Vite inside our own server: one address, hot reload, the same cookies as in production. */
export async function startWebDev() {
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { port: 24_678 } } });
  return {
    makePage: async (request: FastifyRequest) =>
      vite.transformIndexHtml(request.url, readFileSync(join(root, 'index.html'), 'utf8')),
    attach: (app: FastifyInstance) => {
      const isOurs = /^\/(api|auth|sso|dev|livez|readyz|metrics)(\/|$|\?)/;
      // What Vite knows (modules, styles, its own client) it answers; everything else goes on to our routes.
      const handle = app.server.listeners('request')[0] as (request: unknown, reply: unknown) => void;
      app.server.removeAllListeners('request');
      app.server.on('request', (request, reply) => {
        if (isOurs.test(request.url ?? '')) handle(request, reply);
        else vite.middlewares(request, reply, () => handle(request, reply));
      });
    },
    stop: () => vite.close(),
  };
}
