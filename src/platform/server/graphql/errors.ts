import type { FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { CodedError, fail } from '#platform/shared/errors.ts';
import { toCodedError } from '#platform/server/http/errors.ts';

interface FormattedErrors {
  status: number;
  retryAfterS: number | undefined;
  errors: GraphQLFormattedError[];
}

/** What the outside is told: the codes of a REST call, in `extensions`. What is our own fault is logged. */
export function formatGraphqlErrors(errors: readonly Error[], request: FastifyRequest): FormattedErrors {
  const coded = errors.map(toErrorWithPath);
  for (const { answer } of coded)
    if (answer.status === 500) request.log.error({ err: answer.cause ?? answer }, 'request failed');
  return {
    status: coded[0]?.answer.status ?? 400,
    retryAfterS: coded.find(({ answer }) => answer.retryAfterS !== undefined)?.answer.retryAfterS,
    errors: coded.flatMap(({ answer, path }) =>
      answer.entries.map((entry) => ({
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

function toErrorWithPath(error: Error): { answer: CodedError; path: GraphQLError['path'] } {
  return error instanceof GraphQLError
    ? { answer: classifyGraphqlError(error), path: error.path }
    : { answer: classifyThrownError(error), path: undefined };
}

/** A document that breaks a rule of GraphQL or of ours is a bad request; what a handler threw keeps its own code. */
function classifyGraphqlError(error: GraphQLError): CodedError {
  const original = error.originalError ?? null;
  if (original instanceof GraphQLError) return fail('request.malformed', { message: original.message });
  if (original !== null) return classifyThrownError(original);
  // Only what was found wrong while a document ran has a path: an answer of ours that does not fit the schema.
  return error.path === undefined
    ? fail('request.malformed', { message: error.message })
    : fail('server.failed', { message: 'something went wrong', cause: error });
}

function classifyThrownError(error: Error): CodedError {
  const { statusCode, errors } = error as { statusCode?: number; errors?: { message: string }[] };
  if (statusCode !== 400 || error instanceof CodedError) return toCodedError(error);
  return fail('request.malformed', { message: (errors ?? [error]).map(({ message }) => message).join('; ') });
}
