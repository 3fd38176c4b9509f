import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import mercurius from 'mercurius';
import { CodedError, fail } from '../shared/errors.ts';
import type { ArgsOf, Field, FieldReturnOf, GraphqlContract } from '../shared/contract.ts';
import { authenticate, demandAccess, header } from './access.ts';
import { contextOf } from './calls.ts';
import type { Context, Services, UserFor } from './context.ts';
import { toCodedError } from './errors.ts';
import { documentLimits } from './graphql-limits.ts';
import { weaveSchema, type RootField } from './graphql-schema.ts';
import type { Principal } from './token.ts';

const graphqlPath = '/api/graphql';

/** Told, with its id, when a session ends: whatever still streams to it stops. */
export const sessionEndedChannel = 'session.ended';

type FieldHandler<F extends Field, Result> = (ctx: Context<UserFor<F['access']>>, args: ArgsOf<F>) => Result;
export type GraphqlHandlers<C extends GraphqlContract> = {
  [K in keyof C['queries']]: FieldHandler<C['queries'][K], Promise<FieldReturnOf<C['queries'][K]>>>;
} & {
  [K in keyof C['mutations']]: FieldHandler<C['mutations'][K], Promise<FieldReturnOf<C['mutations'][K]>>>;
} & {
  [K in keyof C['subscriptions']]: FieldHandler<
    C['subscriptions'][K],
    AsyncIterable<FieldReturnOf<C['subscriptions'][K]>> | Promise<AsyncIterable<FieldReturnOf<C['subscriptions'][K]>>>
  >;
};

export interface GraphqlPart {
  contract: GraphqlContract;
  handlers: Record<string, (ctx: never, args: never) => unknown>;
}

export function graphqlPart<const C extends GraphqlContract>(contract: C, handlers: GraphqlHandlers<C>): GraphqlPart {
  return { contract, handlers: handlers as GraphqlPart['handlers'] };
}

interface GraphqlContext {
  request: FastifyRequest;
  reply: FastifyReply;
  user: Principal | null;
}

/** One schema for all areas at one path: queries and mutations by POST, subscriptions by WebSocket. */
export async function registerGraphql(
  app: FastifyInstance,
  services: Services,
  parts: readonly GraphqlPart[],
): Promise<void> {
  const userOf = (authorization: unknown, affiliateId: unknown) =>
    authenticate(services.tokens, text(authorization), text(affiliateId));

  /** Access, arguments, transaction, handler, output: the same steps as for a REST call. */
  const resolve = async (
    { kind, field, handler }: RootField,
    given: unknown,
    context: GraphqlContext,
  ): Promise<unknown> => {
    demandAccess(field.access, context.user);
    const args = field.args?.parse(given) ?? {};
    const run = async (db: Context['db']) =>
      handler(contextOf(services, context.request, context.reply, db, context.user as never) as never, args as never);
    if (kind === 'subscription') return untilSessionEnds(services, context.user, await run(services.database.db));
    const result =
      kind === 'query'
        ? await run(services.database.db)
        : await services.database.inTransaction(context.request.id, run);
    return field.output.parse(result);
  };

  await app.register(mercurius, {
    schema: weaveSchema(parts, (root, args, context) => resolve(root, args, context as GraphqlContext)),
    path: graphqlPath,
    jit: 1,
    cache: 1_000,
    graphiql: false,
    allowBatchedQueries: false,
    validationRules: [documentLimits, ...(services.env.isProduction ? [NoSchemaIntrospectionCustomRule] : [])],
    graphql: { parseOptions: { maxTokens: 2_000 } },
    context: async (request, reply): Promise<GraphqlContext> => ({
      request,
      reply,
      user: await userOf(header(request, 'authorization'), header(request, 'affiliate-id')),
    }),
    subscription: {
      verifyClient: ({ origin }, next) => next(origin === undefined || origin === services.env.BASE_URL, 403),
      // What onConnect returns is merged into the context of every subscription on the socket.
      onConnect: async ({ payload }) => ({ user: await userOf(payload?.authorization, payload?.['affiliate-id']) }),
      keepAlive: 30_000,
      queueHighWaterMark: 1_000,
    },
    additionalRouteOptions: {
      bodyLimit: 256 * 1024,
      preValidation: async (request) => {
        if (request.method === 'GET' && header(request, 'upgrade') === undefined) throw fail('method_not_allowed');
      },
    },
    errorFormatter: (execution, context) => {
      const { request, reply } = context as unknown as GraphqlContext;
      const coded = (execution.errors as GraphQLError[]).map((error) => codedError(error));
      for (const error of coded)
        if (error.status === 500) request?.log.error({ err: error.cause ?? error }, 'request failed');
      const status = (execution.data ?? null) === null ? (coded[0]?.status ?? 400) : 200;
      const retryAfterS = coded.find((error) => error.retryAfterS !== undefined)?.retryAfterS;
      if (retryAfterS !== undefined) reply?.header('retry-after', String(retryAfterS));
      return {
        statusCode: status,
        response: {
          data: execution.data ?? null,
          errors: execution.errors.flatMap((error, index) =>
            (coded[index]?.entries ?? []).map((entry) => ({
              message: entry.message,
              ...(error.path ? { path: error.path } : {}),
              extensions: { code: entry.code, ...(entry.path ? { path: entry.path } : {}), correlationId: request?.id },
            })),
          ),
        } as never,
      };
    },
  });
}

/** A stream outlives the token it was opened with, but never the session. */
function untilSessionEnds(services: Services, user: Principal | null, events: unknown): AsyncIterableIterator<unknown> {
  const source = (events as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const stop = services.pubsub.on<{ id: string }>(sessionEndedChannel, ({ id }) => {
    if (id === user?.sessionId) void close();
  });
  const close = async (): Promise<IteratorResult<unknown>> => {
    stop();
    return (await source.return?.()) ?? { value: undefined, done: true };
  };
  return {
    next: () => source.next(),
    return: close,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** A document that breaks a rule of GraphQL or of ours is a bad request; what a handler threw keeps its own code. */
function codedError(error: GraphQLError): CodedError {
  const original = error.originalError;
  if (original === undefined || original === null) {
    return fail('request.malformed', { message: error.message });
  }
  const status = (original as { statusCode?: number }).statusCode;
  if (original.constructor.name === 'GraphQLError') return fail('request.malformed', { message: original.message });
  if (status === 400 && !(original instanceof CodedError)) {
    const found = (original as { errors?: { message?: string }[] }).errors ?? [original];
    return fail('request.malformed', { message: found.map(({ message }) => message).join('; ') });
  }
  return toCodedError(original);
}
