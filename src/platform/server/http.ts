import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Env } from './env.ts';
import { sendError } from './errors.ts';
import { loggerOptions } from './telemetry.ts';

/** A correlation id from the browser is taken only if it looks like one: it goes into logs and into PostgreSQL. */
const correlationIdShape = /^[A-Za-z0-9-]{8,64}$/;

/** The bare server: ids, limits, headers, errors. Routes are given to it by app/server.ts. */
export async function createHttpServer(env: Env): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(env),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const given = request.headers['x-correlation-id'];
      return typeof given === 'string' && correlationIdShape.test(given) ? given : randomUUID();
    },
    trustProxy: env.TRUST_PROXY === undefined ? false : env.TRUST_PROXY.split(','),
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-correlation-id', request.id);
  });
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite's hot reload writes scripts into the page; that is for developers alone.
        scriptSrc: env.WEB_DEV ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // React and React Aria place things with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: env.WEB_DEV ? ["'self'", 'ws:'] : ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(env.BASE_URL.startsWith('https:') ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: env.BASE_URL.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(rateLimit, {
    max: env.RATE_LIMIT_PER_MIN,
    timeWindow: '1 minute',
    allowList: (request) => !request.url.startsWith('/api/') && !request.url.startsWith('/sso/'),
  });
  await app.register(underPressure, {
    maxEventLoopDelay: 1_000,
    maxEventLoopUtilization: 0.98,
    retryAfter: 5,
    exposeStatusRoute: false,
    customError: class extends Error {
      statusCode = 503;
    },
  });
  return app;
}
