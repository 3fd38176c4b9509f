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

/** The bare server: ids, limits, headers, errors. Routes are given to it by app/server.ts. */
export async function createHttpServer(env: Env): Promise<FastifyInstance> {
  const app = Fastify({
    logger: createLoggerOptions(env),
    childLoggerFactory: (logger, bindings, options) => createRequestLogger(() => logger.child(bindings, options)),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const given = request.headers['x-correlation-id'];
      return typeof given === 'string' && correlationIdPattern.test(given) ? given : randomUUID();
    },
    trustProxy: env.TRUST_PROXY === undefined ? false : env.TRUST_PROXY.split(','),
    bodyLimit: 1024 * 1024,
    // A photo of 10 MB from a boat takes its minutes; the headers of a request still have to come within one.
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  const ofPages = createPageHeaders(env);
  const ofData = createDataHeaders(env);
  const isContentHost = createContentHostCheck(env);
  app.addHook('onRequest', (request, reply, done) => {
    const isForeign = request.url.startsWith(contentPrefix);
    reply
      .headers(isForeign || request.url.startsWith('/api/') ? ofData : ofPages)
      .header('x-correlation-id', request.id);
    // What others made has a host of its own, and there is nothing else on it.
    done(isContentHost(request.host) === isForeign ? undefined : fail('not_found'));
  });
  closeConnectionsOnShutdown(app);
  await app.register(cookie);
  // Read part by part by the calls that take a file, never by itself.
  await app.register(multipart);
  await app.register(rateLimit, {
    max: env.RATE_LIMIT_PER_MIN,
    timeWindow: '1 minute',
    // Who is far from the limit need not hear of it in every answer.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    allowList: (request) =>
      (!request.url.startsWith('/api/') && !request.url.startsWith('/sso/')) || isInternalRequest(request),
  });
  let listeningSinceMs = Infinity;
  app.addHook('onListen', async () => void (listeningSinceMs = performance.now()));
  await app.register(underPressure, {
    // The mean of a while. A loop that takes so long for a turn has more to do than it can; one that is merely busy serves on.
    maxEventLoopDelay: env.LOOP_DELAY_LIMIT_MS,
    sampleInterval: loopDelaySampleMs,
    retryAfter: retryAfterS,
    exposeStatusRoute: false,
    // A call can be made again, and says so; half of a page cannot.
    pressureHandler: async (request) => {
      // A mean holds until the next. Before the second one it tells of how the process started, not of how it serves.
      const isOfTheStart = performance.now() - listeningSinceMs < 2 * loopDelaySampleMs;
      if (request.url.startsWith('/api/') && !isOfTheStart) throw fail('server.overloaded', { retryAfterS });
    },
  });
  return app;
}

/** What this process asks itself carries a secret of its own, so that it is not counted as one busy visitor. */
export const internalRequestHeaders = { 'x-in-process': randomUUID() };

function isInternalRequest(request: FastifyRequest): boolean {
  return request.headers['x-in-process'] === internalRequestHeaders['x-in-process'];
}

/** Requests in flight are finished, but one that never ends, or whose body never comes, does not keep a process alive. */
export async function closeHttpServer(app: FastifyInstance, patienceMs = 10_000): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), patienceMs);
  await app.close().finally(() => clearTimeout(impatience));
}

/** A connection that is kept alive after the last answer would keep a server that is closing from its end. */
function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    // A request from within the process has no real connection.
    if (isClosing) request.raw.socket.destroySoon?.();
    done();
  });
}
