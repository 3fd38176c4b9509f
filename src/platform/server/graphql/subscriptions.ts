import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError, subscribe } from 'graphql';
import type { DocumentNode, ExecutionArgs, GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { fail } from '#platform/shared/errors.ts';
import { getHeader } from '#platform/server/auth/access.ts';
import { formatGraphqlErrors } from './errors.ts';
import { closeSubscriptionConnection, type SubscriptionConnection } from './subscription-connection.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';

const maxStreams = 20;
const initWaitMs = 10_000;
const heartbeatMs = 30_000;
const maxMessageBytes = 64 * 1024;
/** Somebody who asks and does not read the answers would fill our memory with them. */
const maxBufferedBytes = 1024 * 1024;

interface SubscriptionServerOptions {
  path: string;
  schema: GraphQLSchema;
  readDocument(query: string): DocumentNode | readonly GraphQLError[];
  /** The only one that a browser may come from. */
  origin: string;
  userOf(authorization: unknown, affiliateId: unknown): Promise<Principal | null>;
  /** The id that raw notification sessions share, and who is behind the token of one. */
  rawClientId: string;
  rawUserOf(authorization: unknown): Promise<Principal | null>;
  /** Told why a connection was refused; throws the reason on. */
  onRefused(request: FastifyRequest, authorization: unknown): (reason: unknown) => never;
  /** Returns what stops the listening. */
  onSessionEnd(sessionId: string, end: () => void): () => void;
}

/** Subscriptions, by the protocol `graphql-transport-ws`. Whoever is not signed in gets no further than the door. */
export async function registerSubscriptions(app: FastifyInstance, options: SubscriptionServerOptions): Promise<void> {
  const server = createSubscriptionServer(options);
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: maxMessageBytes, handleProtocols },
      errorHandler: (error, socket, request) => {
        request.log.debug({ err: error }, 'live connection broke');
        socket.terminate();
      },
      preClose(done) {
        for (const client of this.websocketServer.clients) {
          client.close(1012, 'restarting');
          client.terminate();
        }
        this.websocketServer.close();
        done();
      },
    });
    scope.route({
      method: 'GET',
      url: options.path,
      preValidation: async (request) => {
        if (!request.ws || getHeader(request, 'upgrade')?.toLowerCase() !== 'websocket')
          throw fail('method_not_allowed');
        const { origin } = request.headers;
        if (origin !== undefined && origin !== options.origin) throw fail('request.foreign_origin');
      },
      handler: async () => {
        throw fail('method_not_allowed');
      },
      wsHandler: (socket, request) => attachSocket(server, socket, request),
    });
  });
}

type SubscriptionServer = ReturnType<typeof createSubscriptionServer>;

interface ConnectionParams {
  [name: string]: unknown;
  authorization?: unknown;
  'affiliate-id'?: unknown;
  clientId?: unknown;
}

/** The shared client id is no credential: it stands in for the affiliate-id, and the token decides who the caller is. */
async function findUser(options: SubscriptionServerOptions, params: ConnectionParams): Promise<Principal | null> {
  const { authorization, 'affiliate-id': affiliateId, clientId } = params;
  if (clientId === undefined) return options.userOf(authorization, affiliateId);
  if (clientId !== options.rawClientId) return null;
  return affiliateId === undefined ? options.rawUserOf(authorization) : options.userOf(authorization, affiliateId);
}

function createSubscriptionServer(options: SubscriptionServerOptions) {
  return makeServer<ConnectionParams, SubscriptionConnection>({
    connectionInitWaitTimeout: initWaitMs,
    onConnect: async ({ connectionParams, extra: line }) => {
      const user = await findUser(options, connectionParams ?? {})
        .catch(options.onRefused(line.request, connectionParams?.authorization))
        .catch(() => null);
      if (user === null || line.isOver) return false;
      line.user = user;
      line.isRaw = connectionParams?.clientId !== undefined;
      line.forget = options.onSessionEnd(user.sessionId, () => closeSubscriptionConnection(line));
      return true;
    },
    onSubscribe: async ({ extra: line }, _id, payload) => {
      if (line.isOver) return [toGraphqlError(fail('session.invalid', { message: 'the session has ended' }))];
      if (line.streams.size + line.starting >= maxStreams)
        return [toGraphqlError(fail('rate.limited', { message: `more than ${maxStreams} subscriptions` }))];
      line.starting++;
      try {
        return await openStream(options, line, payload);
      } catch (error) {
        return [toGraphqlError(error as Error)];
      } finally {
        line.starting--;
      }
    },
    subscribe: (args) => (args as OpenedStreamArgs).stream,
    onError: ({ extra: { request } }, _id, _payload, errors) => formatGraphqlErrors(errors, request).errors,
    onNext: ({ extra: { request } }, _id, _payload, _args, { data = null, errors }) =>
      errors === undefined ? undefined : { data, errors: formatGraphqlErrors(errors, request).errors },
    onClose: ({ extra: line }) => closeSubscriptionConnection(line),
  });
}

interface OpenedStreamArgs extends ExecutionArgs {
  stream: Awaited<ReturnType<typeof subscribe>>;
}

/** Opened here rather than by graphql-ws, which takes a refusal for a first event and a syntax error for a fault. */
async function openStream(
  { schema, readDocument }: SubscriptionServerOptions,
  line: SubscriptionConnection,
  { query, variables, operationName }: SubscribePayload,
): Promise<OpenedStreamArgs | readonly GraphQLError[]> {
  const document = readDocument(query);
  if (!('kind' in document)) return document;
  const args = {
    schema,
    document,
    variableValues: variables ?? null,
    operationName: operationName ?? null,
    contextValue: { request: line.request, user: line.user, line },
  };
  const stream = await subscribe(args);
  return Symbol.asyncIterator in stream ? { ...args, stream } : (stream.errors ?? []);
}

function toGraphqlError(error: Error): GraphQLError {
  return error instanceof GraphQLError ? error : new GraphQLError(error.message, { originalError: error });
}

/** Joins a socket to the protocol. What a stranger sends is no news, so it is logged at debug only. */
function attachSocket(server: SubscriptionServer, socket: WebSocket, request: FastifyRequest): void {
  const line: SubscriptionConnection = {
    request,
    user: null,
    isRaw: false,
    streams: new Set(),
    starting: 0,
    isOver: false,
    forget: () => undefined,
  };
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (text) =>
        new Promise((resolve) => {
          if (socket.readyState === socket.OPEN) socket.send(text, () => resolve());
          else resolve();
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (receive) =>
        socket.on('message', (data: Buffer) => {
          if (socket.bufferedAmount > maxBufferedBytes) return socket.terminate();
          receive(String(data)).catch((error: unknown) => {
            request.log.debug({ err: error }, 'live message refused');
            socket.close(CloseCode.BadRequest, 'Invalid message received');
          });
        }),
    },
    line,
  );
  let isAlive = true;
  socket.on('pong', () => (isAlive = true));
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, heartbeatMs);
  socket.once('close', (code: number, reason: Buffer) => {
    clearInterval(heartbeat);
    request.log.debug({ code }, 'live connection closed');
    void closed(code, String(reason));
  });
}
