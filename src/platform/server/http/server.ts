import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { fail } from '#platform/shared/errors.ts';
import { correlationIdPattern } from '#platform/shared/telemetry.ts';
import { createContentHostCheck, contentPrefix } from './content-host.ts';
import type { Env } from '#platform/server/config/env.ts';
import { sendError } from './errors.ts';
import { createRequestLogger } from '#platform/server/observability/request-logger.ts';
import { createDataHeaders, createPageHeaders } from './security-headers.ts';
import { createLoggerOptions } from '#platform/server/observability/telemetry.ts';

const retryAfterS = 5;
const loopDelaySampleMs = 1_000;

/** The server without routes: ids, limits, headers, errors. The app registers the routes. */
export async function createHttpServer(env: Env): Promise<FastifyInstance> {
  const app = Fastify({
    logger: createLoggerOptions(env),
    childLoggerFactory: (logger, bindings, options) => createRequestLogger(() => logger.child(bindings, options)),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const id = request.headers['x-correlation-id'];
      return typeof id === 'string' && correlationIdPattern.test(id) ? id : randomUUID();
    },
    trustProxy: env.TRUST_PROXY === undefined ? false : env.TRUST_PROXY.split(','),
    bodyLimit: 1024 * 1024,
    // A 10 MB photo takes minutes on a slow connection. Request headers still have a limit of one minute.
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  const pageHeaders = createPageHeaders(env);
  const dataHeaders = createDataHeaders(env);
  const isContentHost = createContentHostCheck(env);
  app.addHook('onRequest', (request, reply, done) => {
    const isThirdParty = request.url.startsWith(contentPrefix);
    reply
      .headers(isThirdParty || request.url.startsWith('/api/') ? dataHeaders : pageHeaders)
      .header('x-correlation-id', request.id);
    // Third-party content has a separate host, which serves nothing else.
    done(isContentHost(request.host) === isThirdParty ? undefined : fail('not_found'));
  });
  closeConnectionsOnShutdown(app);
  await app.register(cookie);
  // Endpoints with an upload read the parts themselves.
  await app.register(multipart);
  await app.register(rateLimit, {
    max: env.RATE_LIMIT_PER_MIN,
    timeWindow: '1 minute',
    // Headers are sent only when the limit is exceeded.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    allowList: (request) =>
      (!request.url.startsWith('/api/') && !request.url.startsWith('/sso/')) || isInternalRequest(request),
  });
  let listeningSinceMs = Infinity;
  app.addHook('onListen', async () => void (listeningSinceMs = performance.now()));
  await app.register(underPressure, {
    // The limit applies to the mean delay, so a merely busy server keeps serving.
    maxEventLoopDelay: env.LOOP_DELAY_LIMIT_MS,
    sampleInterval: loopDelaySampleMs,
    retryAfter: retryAfterS,
    exposeStatusRoute: false,
    // Only API requests are rejected, because clients retry them. The parts of a page cannot be retried.
    pressureHandler: async (request) => {
      // The first samples measure the startup of the process, so they are ignored.
      const isStartupSample = performance.now() - listeningSinceMs < 2 * loopDelaySampleMs;
      if (request.url.startsWith('/api/') && !isStartupSample) throw fail('server.overloaded', { retryAfterS });
    },
  });
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
