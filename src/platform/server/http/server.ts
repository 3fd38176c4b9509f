import { randomUUID } from 'node:crypto';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { defaultBodyLimitBytes } from '#platform/shared/contract.ts';
import { fail } from '#platform/shared/errors.ts';
import { correlationIdPattern } from '#platform/shared/telemetry.ts';
import { compressAnswers } from './compression.ts';
import { registerCookies } from './cookies.ts';
import { createCorrelationIds } from './correlation-id.ts';
import { namesOtherHost, toPath } from './absolute-address.ts';
import { createContentHostCheck } from './content-host.ts';
import { getRouteKind } from './route-kind.ts';
import type { Env } from '#platform/server/config/env.ts';
import { sendError } from './errors.ts';
import { createRequestLogger } from '#platform/server/observability/request-logger.ts';
import { createRequestLimit } from './request-limit.ts';
import { createAssetHeaders, createDataHeaders, createPageHeaders } from './security-headers.ts';
import { createLoggerOptions } from '#platform/server/observability/telemetry.ts';
import { monitorOverload } from './overload.ts';

const retryAfterS = 5;

/** The server without routes: ids, limits, headers, errors. The app registers the routes. */
export async function createHttpServer(env: Env): Promise<FastifyInstance> {
  const createId = createCorrelationIds();
  const app = Fastify({
    logger: createLoggerOptions(env),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const id = request.headers['x-correlation-id'];
      return typeof id === 'string' && correlationIdPattern.test(id) ? id : createId();
    },
    trustProxy: env.TRUST_PROXY === undefined ? false : env.TRUST_PROXY.split(','),
    bodyLimit: defaultBodyLimitBytes,
    // A 10 MB photo takes minutes on a slow connection. Request headers still have a limit of one minute.
    requestTimeout: 300_000,
    // Ends connections without any traffic, such as those of readers who stopped reading. WebSockets have their own heartbeat.
    connectionTimeout: 120_000,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => toPath(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
  });
  // Fastify's default factory calls `child` for each request; it would validate the loggers of another factory.
  const createChild = app.log.child.bind(app.log);
  app.log.child = (bindings, options) => createRequestLogger(() => createChild(bindings, options));
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  const pageHeaders = createPageHeaders(env);
  const dataHeaders = createDataHeaders(env);
  const assetHeaders = createAssetHeaders(env);
  const isContentHost = createContentHostCheck(env);
  const countRequest = createRequestLimit(env.RATE_LIMIT_PER_MIN);
  monitorOverload(app, env.LOOP_DELAY_LIMIT_MS);
  app.addHook('onRequest', (request, reply, done) => {
    const kind = getRouteKind(request);
    if (kind === 'asset') reply.headers(assetHeaders);
    else
      reply
        .headers(kind === 'content' || kind === 'api' ? dataHeaders : pageHeaders)
        .header('x-correlation-id', request.id);
    // Third-party content has a separate host, which serves nothing else.
    if (isContentHost(request.host) !== (kind === 'content') || namesOtherHost(request)) return done(fail('not_found'));
    const isLimited = (kind === 'api' || kind === 'account') && !isInternalRequest(request);
    const waitS = isLimited ? countRequest(request.ip) : null;
    if (waitS !== null) return done(fail('rate.limited', { retryAfterS: waitS }));
    // Clients repeat API requests. The parts of a page can't be repeated, but a page is rendered by the browser then.
    const isRepeatable = kind === 'api' || (kind === 'account' && request.method === 'POST');
    done(isRepeatable && app.isOverloaded() ? fail('server.overloaded', { retryAfterS }) : undefined);
  });
  closeConnectionsOnShutdown(app);
  compressAnswers(app);
  await registerCookies(app, env);
  return app;
}

/** Marks requests of the process to itself, so the rate limit does not apply to them. */
export const internalRequestHeaders = { 'x-in-process': randomUUID() };

function isInternalRequest(request: FastifyRequest): boolean {
  return request.headers['x-in-process'] === internalRequestHeaders['x-in-process'];
}

/** Waits for running requests, but closes all connections after the timeout. */
export async function closeHttpServer(app: FastifyInstance, timeoutMs = 10_000): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  await app.close().finally(() => clearTimeout(timeout));
}

/** Closes connections after their response, because keep-alive connections would delay the shutdown. */
function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    // Injected requests have no real socket.
    if (isClosing) request.raw.socket.destroySoon?.();
    done();
  });
}
