import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { CodedError, fail, type ErrorBody, type ErrorEntry } from '../shared/errors.ts';

/** What an error is to the outside. Anything that no contract declares says nothing of the inside. */
export function toCodedError(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  if (error instanceof z.ZodError) return invalidInput(error);
  const { statusCode, code = '' } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return fail('request.too_large', { cause: error });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415)
    return fail('request.unsupported_type', { cause: error });
  if (statusCode === 429) return fail('rate.limited', { retryAfterS: 60, cause: error });
  if (statusCode === 503) return fail('server.overloaded', { retryAfterS: 5, cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return fail('request.malformed', { cause: error });
  return fail('server.failed', { message: 'something went wrong', cause: error });
}

function invalidInput(error: z.ZodError): CodedError {
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
  else request.log.debug({ code: coded.code, status: coded.status }, 'request refused');
  if (coded.retryAfterS !== undefined) reply.header('retry-after', String(coded.retryAfterS));
  const body: ErrorBody = { errors: [...coded.entries], correlationId: request.id };
  return reply.status(coded.status).header('cache-control', 'no-store').send(body);
}
