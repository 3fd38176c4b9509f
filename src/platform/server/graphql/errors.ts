import type { FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { CodedError, fail } from '#platform/shared/errors.ts';
import { toCodedError } from '#platform/server/http/errors.ts';

interface FormattedErrors {
  status: number;
  retryAfterS: number | undefined;
  errors: GraphQLFormattedError[];
}

/** Formats errors like REST errors, with their codes in `extensions`. Server errors are logged. */
export function formatGraphqlErrors(errors: readonly Error[], request: FastifyRequest): FormattedErrors {
  const codedErrors = errors.map(toErrorWithPath);
  for (const { coded } of codedErrors)
    if (coded.status === 500) request.log.error({ err: coded.cause ?? coded }, 'request failed');
  return {
    status: codedErrors[0]?.coded.status ?? 400,
    retryAfterS: codedErrors.find(({ coded }) => coded.retryAfterS !== undefined)?.coded.retryAfterS,
    errors: codedErrors.flatMap(({ coded, path }) =>
      coded.entries.map((entry) => ({
        message: entry.message,
        ...(path ? { path } : {}),
        extensions: {
          code: entry.code,
          ...(entry.path ? { path: entry.path } : {}),
          ...(entry.now === undefined ? {} : { now: entry.now }),
          correlationId: request.id,
        },
      })),
    ),
  };
}

function toErrorWithPath(error: Error): { coded: CodedError; path: GraphQLError['path'] } {
  return error instanceof GraphQLError
    ? { coded: classifyGraphqlError(error), path: error.path }
    : { coded: classifyThrownError(error), path: undefined };
}

/** Invalid documents are bad requests. Errors thrown by a handler keep their own code. */
function classifyGraphqlError(error: GraphQLError): CodedError {
  const original = error.originalError ?? null;
  if (original instanceof GraphQLError) return fail('request.malformed', { message: original.message });
  if (original !== null) return classifyThrownError(original);
  // Only errors during execution have a path: the handler returned a value that does not fit the schema.
  return error.path === undefined
    ? fail('request.malformed', { message: error.message })
    : fail('server.failed', { message: 'something went wrong', cause: error });
}

function classifyThrownError(error: Error): CodedError {
  const { statusCode, errors } = error as { statusCode?: number; errors?: { message: string }[] };
  if (statusCode !== 400 || error instanceof CodedError) return toCodedError(error);
  return fail('request.malformed', { message: (errors ?? [error]).map(({ message }) => message).join('; ') });
}
