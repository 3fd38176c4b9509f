import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { PageRenderer, PageRequest } from '#app/shared/page-rendering.ts';

/** Headers that say who opened the page and from where. */
const forwardedHeaders = [
  'accept-language',
  'cookie',
  'forwarded',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/** Loads the server's build of the web app. It takes about 30 MB, so it is loaded with the first page. */
export function createRendererLoader(webFolder: string): () => Promise<PageRenderer> {
  const file = pathToFileURL(join(webFolder, 'server/render-page.js')).href;
  let renderer: Promise<PageRenderer> | undefined;
  return () => (renderer ??= import(file) as Promise<PageRenderer>);
}

/**
 * Sends a page's API requests to this process, as the browser would: with its cookies and address, through all checks.
 * Cookies that the API sets are passed on.
 */
export function createPageFetch(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): PageRequest['fetch'] {
  const headers: Record<string, string> = {};
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  const remoteAddress = request.socket.remoteAddress ?? '127.0.0.1';
  return async (url, init) => {
    const response = await app.inject({
      method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
      remoteAddress,
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) reply.header('set-cookie', cookie);
    return new Response(response.rawPayload.length === 0 ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type'] ?? 'application/json') },
    });
  };
}
