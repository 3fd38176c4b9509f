import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError, subscribe } from 'graphql';
import type { DocumentNode, ExecutionArgs, GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { fail } from '../shared/errors.ts';
import { header } from './access.ts';
import { describeErrors } from './graphql-errors.ts';
import { endLine, type Line } from './graphql-line.ts';
import type { Principal } from './token.ts';

const maxStreams = 20;
const initWaitMs = 10_000;
const heartbeatMs = 30_000;
const maxMessageBytes = 64 * 1024;
/** Somebody who asks and does not read the answers would fill our memory with them. */
const maxUnreadBytes = 1024 * 1024;

interface LiveOptions {
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
export async function registerLive(app: FastifyInstance, options: LiveOptions): Promise<void> {
  const server = makeLiveServer(options);
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
        if (!request.ws || header(request, 'upgrade')?.toLowerCase() !== 'websocket') throw fail('method_not_allowed');
        const { origin } = request.headers;
        if (origin !== undefined && origin !== options.origin) throw fail('request.foreign_origin');
      },
      handler: async () => {
        throw fail('method_not_allowed');
      },
      wsHandler: (socket, request) => attach(server, socket, request),
    });
  });
}

type LiveServer = ReturnType<typeof makeLiveServer>;

interface ConnectionParams {
  [name: string]: unknown;
  authorization?: unknown;
  'affiliate-id'?: unknown;
  clientId?: unknown;
}

/** The shared client id is no credential: it stands in for the affiliate-id, and the token decides who the caller is. */
async function findUser(options: LiveOptions, params: ConnectionParams): Promise<Principal | null> {
  const { authorization, 'affiliate-id': affiliateId, clientId } = params;
  if (clientId === undefined) return options.userOf(authorization, affiliateId);
  if (clientId !== options.rawClientId) return null;
  return affiliateId === undefined ? options.rawUserOf(authorization) : options.userOf(authorization, affiliateId);
}

function makeLiveServer(options: LiveOptions) {
  return makeServer<ConnectionParams, Line>({
    connectionInitWaitTimeout: initWaitMs,
    onConnect: async ({ connectionParams, extra: line }) => {
      const user = await findUser(options, connectionParams ?? {})
        .catch(options.onRefused(line.request, connectionParams?.authorization))
        .catch(() => null);
      if (user === null || line.isOver) return false;
      line.user = user;
      line.isRaw = connectionParams?.clientId !== undefined;
      line.forget = options.onSessionEnd(user.sessionId, () => endLine(line));
      return true;
    },
    onSubscribe: async ({ extra: line }, _id, payload) => {
      if (line.isOver) return [asGraphqlError(fail('session.invalid', { message: 'the session has ended' }))];
      if (line.streams.size + line.starting >= maxStreams)
        return [asGraphqlError(fail('rate.limited', { message: `more than ${maxStreams} subscriptions` }))];
      line.starting++;
      try {
        return await openStream(options, line, payload);
      } catch (error) {
        return [asGraphqlError(error as Error)];
      } finally {
        line.starting--;
      }
    },
    subscribe: (args) => (args as OpenedArgs).stream,
    onError: ({ extra: { request } }, _id, _payload, errors) => describeErrors(errors, request).errors,
    onNext: ({ extra: { request } }, _id, _payload, _args, { data = null, errors }) =>
      errors === undefined ? undefined : { data, errors: describeErrors(errors, request).errors },
    onClose: ({ extra: line }) => endLine(line),
  });
}

interface OpenedArgs extends ExecutionArgs {
  stream: Awaited<ReturnType<typeof subscribe>>;
}

/** Opened here rather than by graphql-ws, which takes a refusal for a first event and a syntax error for a fault. */
async function openStream(
  { schema, readDocument }: LiveOptions,
  line: Line,
  { query, variables, operationName }: SubscribePayload,
): Promise<OpenedArgs | readonly GraphQLError[]> {
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

function asGraphqlError(error: Error): GraphQLError {
  return error instanceof GraphQLError ? error : new GraphQLError(error.message, { originalError: error });
}

/** Joins a socket to the protocol. What a stranger sends is no news, so it is logged at debug only. */
function attach(server: LiveServer, socket: WebSocket, request: FastifyRequest): void {
  const line: Line = {
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
          if (socket.bufferedAmount > maxUnreadBytes) return socket.terminate();
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
