import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { CodedError, fail, type ErrorBody, type ErrorEntry } from '#platform/shared/errors.ts';

/** PostgreSQL error codes for NUL characters that were not rejected by a contract. */
const unstorableTextCodes = new Set(['22021', '22P05']);
/** PostgreSQL error codes for numbers and dates out of range that were not rejected by a contract. */
const outOfRangeCodes = new Set(['22003', '22008']);
/** PostgreSQL error codes for a lock timeout and for too many connections. */
const overloadCodes = new Set(['55P03', '53300']);

/** Converts any error to one that is safe to send. Unexpected errors reveal no internals. */
export function toCodedError(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const { statusCode, code = '' } = error as Partial<FastifyError>;
  if (overloadCodes.has(code)) return fail('server.overloaded', { retryAfterS: 5, cause: error });
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
  const path = findUnstorableText(input);
  if (path !== null) throw fail('request.invalid', { message: 'contains a character that cannot be stored', path });
  return input;
}

/** Validates an envelope, whose contents are validated later with `parseInput`. */
export function parseShape<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw toInvalidInputError(result.error);
  return result.data;
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
  else request.log.debug({ code: coded.code, status: coded.status }, 'request rejected');
  if (coded.retryAfterS !== undefined) reply.header('retry-after', String(coded.retryAfterS));
  const body: ErrorBody = { errors: [...coded.entries], correlationId: request.id };
  return reply.status(coded.status).header('cache-control', 'no-store').send(body);
}
