import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { CodedError, fail, type ErrorBody, type ErrorEntry } from '#platform/shared/errors.ts';

/** PostgreSQL error codes for NUL characters that were not rejected by a contract. */
const unstorableTextCodes = new Set(['22021', '22P05']);
/** PostgreSQL error codes for numbers and dates out of range that were not rejected by a contract. */
const outOfRangeCodes = new Set(['22003', '22008']);
/**
 * The request can succeed later. Of PostgreSQL: a lock timeout, too many connections, a full disk, a server that stops or
 * starts, and a former primary. Of PgBouncer: no connection to the server in time, and a lost one (08P01). Of Node: a service that cannot be reached, and a full disk.
 */
const unavailableCodes = new Set(
  ['55P03', '53300', '53100', '57P01', '57P02', '57P03', '25006', '08P01'].concat([
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENOTFOUND',
    'EPIPE',
    'ENOSPC',
  ]),
);

/** pg sets no code for statements that were sent on a connection that ended. */
const lostConnectionPattern = /^Connection terminated/;

/** Converts any error to one that is safe to send. Unexpected errors reveal no internals. */
export function toCodedError(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const { statusCode, code = '', message = '', name } = error as Partial<FastifyError>;
  // A service that accepts connections and doesn't answer has no code.
  if (unavailableCodes.has(code) || name === 'TimeoutError' || lostConnectionPattern.test(message))
    return fail('server.overloaded', { retryAfterS: 5, cause: error });
  if (unstorableTextCodes.has(code) || outOfRangeCodes.has(code)) return fail('request.invalid', { cause: error });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return fail('request.too_large', { cause: error });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415)
    return fail('request.unsupported_type', { cause: error });
  if (statusCode === 429) return fail('rate.limited', { retryAfterS: 60, cause: error });
  if (statusCode === 503) return fail('server.overloaded', { retryAfterS: 5, cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return fail('request.malformed', { cause: error });
  return fail('server.failed', { message: 'something went wrong', cause: error });
}

/** Validates input from outside and reports each invalid field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const input = parseShape(schema, value);
  const path = isStorable(input) ? null : findUnstorableText(input);
  if (path !== null) throw fail('request.invalid', { message: 'contains a character that cannot be stored', path });
  return input;
}

/** Validates an envelope, whose contents are validated later with `parseInput`. */
export function parseShape<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw toInvalidInputError(result.error);
  return result.data;
}

/**
 * Whether all texts can be stored, without the path of the one that can't. `JSON.stringify` escapes NUL and lone
 * surrogates, and takes a fifth of the time of a loop. False also for other escapes and for input it can't write.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  try {
    return !JSON.stringify(value).includes(String.raw`\u`);
  } catch {
    return false;
  }
}

/** PostgreSQL stores neither NUL nor lone surrogates. Not recursive, because open input may be deeply nested. */
function findUnstorableText(input: unknown): string | null {
  const waiting: [value: unknown, path: string][] = [[input, '']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, path] = next;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return path;
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const [key, inner] of Object.entries(value)) {
        waiting.push([key, path], [inner, path === '' ? key : `${path}.${key}`]);
      }
    }
  }
  return null;
}

function toInvalidInputError(error: z.ZodError): CodedError {
  const entries: ErrorEntry[] = error.issues.map((issue) => ({
    code: 'request.invalid',
    message: issue.message,
    path: [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.'),
  }));
  return new CodedError(400, entries, { cause: error });
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const coded = toCodedError(error);
  if (coded.status >= 500 && coded.status !== 503) request.log.error({ err: coded.cause ?? coded }, 'request failed');
  else if (coded.status === 503 && coded.cause !== undefined)
    request.log.warn({ err: coded.cause }, 'service unavailable');
  else request.log.debug({ code: coded.code, status: coded.status }, 'request rejected');
  if (coded.retryAfterS !== undefined) reply.header('retry-after', String(coded.retryAfterS));
  const body: ErrorBody = { errors: [...coded.entries], correlationId: request.id };
  return reply.status(coded.status).header('cache-control', 'no-store').send(body);
}
