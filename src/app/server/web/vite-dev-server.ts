import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import { contentRoot, library } from '#features/learning/server/content/library.ts';
import { createContentHostCheck } from '#platform/server/http/content-host.ts';
import type { Env } from '#platform/server/config/env.ts';

const root = join(import.meta.dirname, '../../../..');

/** Vite as middleware of the server, so development has one origin and the same cookies as production. */
export async function startViteDevServer(env: Pick<Env, 'CONTENT_ORIGIN'>) {
  const isContentHost = createContentHostCheck(env);
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { port: 24_678 } } });
  watchCourses(vite);
  return {
    makePage: async (request: FastifyRequest) =>
      vite.transformIndexHtml(request.url, readFileSync(join(root, 'index.html'), 'utf8')),
    attach: (app: FastifyInstance) => {
      const serverPaths = /^\/(api|auth|sso|dev|scorm|livez|readyz|metrics)(\/|$|\?)/;
      // Vite answers requests for modules, styles and its client; all others go to our routes.
      const handle = app.server.listeners('request')[0] as (request: unknown, reply: unknown) => void;
      app.server.removeAllListeners('request');
      app.server.on('request', (request, reply) => {
        if (serverPaths.test(request.url ?? '') || isContentHost(request.headers.host ?? '')) handle(request, reply);
        else vite.middlewares(request, reply, () => handle(request, reply));
      });
    },
    stop: () => vite.close(),
  };
}

/** Reloads a course and the page when a course file is saved. Errors are logged and the page is not reloaded. */
function watchCourses(vite: ViteDevServer): void {
  vite.watcher.add(contentRoot);
  vite.watcher.on('all', (_event, file) => {
    const [packageId = ''] = relative(contentRoot, file).split('/');
    if (packageId.startsWith('.') || !library.find(packageId)) return;
    try {
      library.reload(packageId);
      vite.ws.send({ type: 'full-reload' });
    } catch (error) {
      vite.config.logger.error((error as Error).message);
    }
  });
}
