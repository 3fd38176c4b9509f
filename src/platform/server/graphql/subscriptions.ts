import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError, subscribe } from 'graphql';
import type { DocumentNode, ExecutionArgs, GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { fail } from '#platform/shared/errors.ts';
import { getHeader } from '#platform/server/auth/access.ts';
import { formatGraphqlErrors } from './errors.ts';
import { createConnectionLimit } from './connection-limit.ts';
import { closeSubscriptionConnection, type SubscriptionConnection } from './subscription-connection.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';

/** In each process, because they bound its memory. */
const maxConnectionsPerPerson = 10;
const maxStreams = 20;
/** "Try again later": clients reconnect after a pause, when another page may have been closed. */
const tooManyConnectionsCode = 1013;
const initWaitMs = 10_000;
const heartbeatMs = 30_000;
const maxMessageBytes = 64 * 1024;
/** A client that does not read its responses would fill our memory. */
const maxBufferedBytes = 1024 * 1024;

interface SubscriptionServerOptions {
  path: string;
  schema: GraphQLSchema;
  readDocument(query: string): DocumentNode | readonly GraphQLError[];
  /** The only origin allowed for browsers. */
  origin: string;
  authenticateUser(authorization: unknown, affiliateId: unknown): Promise<Principal | null>;
  /** The client id shared by raw notification sessions. */
  rawClientId: string;
  authenticateRawUser(authorization: unknown): Promise<Principal | null>;
  /** Returns a handler for the reason of a denied connection. The handler rethrows it. */
  onDenied(request: FastifyRequest, authorization: unknown): (reason: unknown) => never;
  /** Returns a function that stops listening. */
  onSessionEnd(sessionId: string, end: () => void): () => void;
}

/** Serves subscriptions with the `graphql-transport-ws` protocol to signed-in callers. */
export async function registerSubscriptions(app: FastifyInstance, options: SubscriptionServerOptions): Promise<void> {
  const server = createSubscriptionServer(options);
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: maxMessageBytes, handleProtocols },
      errorHandler: (error, socket, request) => {
        request.log.debug({ err: error }, 'subscription connection failed');
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

/** The shared client id is no credential. It replaces the affiliate-id, and the token identifies the caller. */
async function findUser(options: SubscriptionServerOptions, params: ConnectionParams): Promise<Principal | null> {
  const { authorization, 'affiliate-id': affiliateId, clientId } = params;
  if (clientId === undefined) return options.authenticateUser(authorization, affiliateId);
  if (clientId !== options.rawClientId) return null;
  return affiliateId === undefined
    ? options.authenticateRawUser(authorization)
    : options.authenticateUser(authorization, affiliateId);
}

function createSubscriptionServer(options: SubscriptionServerOptions) {
  const countConnection = createConnectionLimit(maxConnectionsPerPerson);
  return makeServer<ConnectionParams, SubscriptionConnection>({
    connectionInitWaitTimeout: initWaitMs,
    onConnect: async ({ connectionParams, extra: connection }) => {
      const user = await findUser(options, connectionParams ?? {})
        .catch(options.onDenied(connection.request, connectionParams?.authorization))
        .catch(() => null);
      if (user === null || connection.isClosed) return false;
      const release = countConnection(user.affiliateId);
      if (release === null) {
        connection.close(tooManyConnectionsCode, `more than ${maxConnectionsPerPerson} connections`);
        return false;
      }
      connection.user = user;
      connection.isRaw = connectionParams?.clientId !== undefined;
      connection.release = release;
      connection.stopListening = options.onSessionEnd(user.sessionId, () => closeSubscriptionConnection(connection));
      return true;
    },
    onSubscribe: async ({ extra: connection }, _id, payload) => {
      if (connection.isClosed) return [toGraphqlError(fail('session.invalid', { message: 'the session has ended' }))];
      if (connection.streams.size + connection.starting >= maxStreams)
        return [toGraphqlError(fail('rate.limited', { message: `more than ${maxStreams} subscriptions` }))];
      connection.starting++;
      try {
        return await openStream(options, connection, payload);
      } catch (error) {
        return [toGraphqlError(error as Error)];
      } finally {
        connection.starting--;
      }
    },
    subscribe: (args) => (args as OpenedStreamArgs).stream,
    onError: ({ extra: { request } }, _id, _payload, errors) => formatGraphqlErrors(errors, request).errors,
    onNext: ({ extra: { request } }, _id, _payload, _args, { data = null, errors }) =>
      errors === undefined ? undefined : { data, errors: formatGraphqlErrors(errors, request).errors },
    onClose: ({ extra: connection }) => {
      closeSubscriptionConnection(connection);
      connection.release();
    },
  });
}

interface OpenedStreamArgs extends ExecutionArgs {
  stream: Awaited<ReturnType<typeof subscribe>>;
}

/** Opens the stream here, because graphql-ws treats a denied request as an event and a syntax error as a crash. */
async function openStream(
  { schema, readDocument }: SubscriptionServerOptions,
  connection: SubscriptionConnection,
  { query, variables, operationName }: SubscribePayload,
): Promise<OpenedStreamArgs | readonly GraphQLError[]> {
  const document = readDocument(query);
  if (!('kind' in document)) return document;
  const args = {
    schema,
    document,
    variableValues: variables ?? null,
    operationName: operationName ?? null,
    contextValue: { request: connection.request, isStorable: false, user: connection.user, connection },
  };
  const stream = await subscribe(args);
  return Symbol.asyncIterator in stream ? { ...args, stream } : (stream.errors ?? []);
}

function toGraphqlError(error: Error): GraphQLError {
  return error instanceof GraphQLError ? error : new GraphQLError(error.message, { originalError: error });
}

/** Connects a socket to the protocol. Invalid messages are expected from outside, so they are logged at debug. */
function attachSocket(server: SubscriptionServer, socket: WebSocket, request: FastifyRequest): void {
  const connection: SubscriptionConnection = {
    request,
    user: null,
    isRaw: false,
    streams: new Set(),
    starting: 0,
    isClosed: false,
    stopListening: () => undefined,
    release: () => undefined,
    close: (code, reason) => socket.close(code, reason),
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
            request.log.debug({ err: error }, 'invalid subscription message');
            socket.close(CloseCode.BadRequest, 'Invalid message received');
          });
        }),
    },
    connection,
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
    request.log.debug({ code }, 'subscription connection closed');
    void closed(code, String(reason));
  });
}
