import { trace } from '@opentelemetry/api';
import type { FastifyServerOptions } from 'fastify';
import { stdSerializers } from 'pino';
import type { telemetryEndpoints } from '#platform/shared/telemetry.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Env } from '#platform/server/config/env.ts';
import { scrub, scrubResponse } from './scrub.ts';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

const secretFields = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'secret', 'email'];

/** Logs one line of JSON per entry, with the trace id and without personal data or secrets. */
export function createLoggerOptions(env: Pick<Env, 'LOG_LEVEL'>): LoggerOptions & object {
  return {
    level: env.LOG_LEVEL,
    base: { pid: process.pid },
    redact: {
      paths: secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
      censor: '[redacted]',
    },
    serializers: {
      err: serializeError,
      error: serializeError,
      req: ({ id, method, url }) => ({ id, method, url: scrub(url) }),
    },
    mixin() {
      const span = trace.getActiveSpan()?.spanContext();
      return span ? { traceId: span.traceId, spanId: span.spanId } : {};
    },
  };
}

/** Drops PostgreSQL details and scrubs messages, because both can quote personal data. */
function serializeError(error: Error): { type: string; message: string; stack: string; [key: string]: unknown } {
  const { type, message, stack, code, constraint, table } = stdSerializers.err(error);
  return {
    type,
    message: scrub(message),
    stack: scrub(stack),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint, table }),
  };
}

export const telemetryHandlers: Handlers<typeof telemetryEndpoints> = {
  'POST errors': async ({ log, services, user }, { body }) => {
    // The browser samples its errors itself. A rate of 0 also silences pages that were opened earlier.
    if (services.flags.number('browser-error-sample-rate') === 0) return null;
    const { response, ...error } = body;
    log.warn(
      {
        browser: {
          kind: error.kind,
          message: scrub(error.message),
          path: scrub(error.path),
          ...(error.stack === undefined ? {} : { stack: scrub(error.stack) }),
          ...(error.status === undefined ? {} : { status: error.status }),
          ...(error.correlationId === undefined ? {} : { correlationId: error.correlationId }),
          ...(response === undefined ? {} : { response: scrubResponse(response) }),
          role: user?.role ?? 'stranger',
        },
      },
      'browser error',
    );
    return null;
  },
};
