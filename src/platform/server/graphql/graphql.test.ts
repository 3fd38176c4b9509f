import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { affiliateType } from '#domain/roles.ts';
import { defineEndpoints, defineGraphql } from '#platform/shared/contract.ts';
import { fail } from '#platform/shared/errors.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { createSecurityEventCounter } from '#platform/server/auth/security-event-counter.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { defineResolvers, registerGraphql } from './graphql.ts';
import { sessionEndedChannel } from '#platform/server/auth/session-ended.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';

const database = await createTestDatabase();
const pubsub = await createPubSub({
  database,
  connection: database.connection,
  onError: (error) => expect.fail(String(error)),
});
const env = readEnv({ NODE_ENV: 'test', DATA_DIR: await createTemporaryFolder(), LOG_LEVEL: 'silent', PORT: '0' });
const tokens = createAccessTokens(env.SECRET_KEYS, env.BASE_URL);
const securityEvents = createSecurityEventCounter(database, (error) => expect.fail(String(error)));
const services = { env, database, pubsub, tokens, securityEvents } as unknown as Services;

const Dive = z.object({ depthM: z.number() });
const contract = defineGraphql({
  types: { Dive },
  queries: {
    dive: { summary: 'A dive.', access: 'anyone', output: Dive },
    brokenDive: { summary: 'A result that does not match the schema.', access: 'anyone', output: Dive },
  },
  mutations: {},
  subscriptions: {
    dives: { summary: 'Dives.', access: 'signedIn', output: Dive },
    closedDives: { summary: 'Always denied.', access: 'signedIn', output: Dive },
  },
});
const broken = { secretName: 'Ada' } as unknown as z.input<typeof Dive>;
/** The open streams. Each one opens after the gate. */
const open = new Set<object>();
let gate: Promise<void> = Promise.resolve();
const resolvers = defineResolvers(contract, {
  dive: async () => ({ depthM: 18 }),
  brokenDive: async () => broken,
  dives: async () => {
    await gate;
    const events = pubsub.subscribe<z.input<typeof Dive>>('dives');
    open.add(events);
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => events.next(),
        return: async () => {
          open.delete(events);
          return (await events.return?.()) ?? { value: undefined, done: true };
        },
      }),
    };
  },
  closedDives: async () => {
    throw fail('access.denied', { message: 'closed' });
  },
});
const endpoints = defineEndpoints('dive', {
  'GET broken': { summary: 'A result that does not match the schema.', access: 'anyone', output: Dive },
});

async function serve() {
  const server = await createHttpServer(env);
  await registerGraphql(server, services, [resolvers]);
  registerEndpoints(server, services, endpoints, { 'GET broken': async () => broken });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return { server, port: (server.server.address() as AddressInfo).port };
}

const { server: app, port } = await serve();
afterAll(async () => {
  await app.close();
  await securityEvents.close();
  await pubsub.close();
});

const sessionId = 'a-session';
const { token } = await tokens.mint({
  sub: 'ada',
  affiliateId: 400_001,
  affiliateTypeId: affiliateType.diver,
  sessionId,
});
const connectionParams = { authorization: `Bearer ${token}`, 'affiliate-id': 400_001 };
type Message = { type: string; id?: string; payload?: unknown };

/** A raw WebSocket that sends exactly the given messages. */
async function connect(payload: object | null) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/graphql`, 'graphql-transport-ws');
  const received: Message[] = [];
  const closed = once(socket, 'close').then(([event]) => (event as CloseEvent).code);
  socket.addEventListener('message', ({ data }) => void received.push(JSON.parse(String(data)) as Message));
  await once(socket, 'open');
  const send = (message: object) => socket.send(JSON.stringify(message));
  const subscribe = (id: string, query: string) => send({ id, type: 'subscribe', payload: { query } });
  const answerTo = async (id: string) => {
    await expect.poll(() => received.some((message) => message.id === id)).toBe(true);
    return received.find((message) => message.id === id);
  };
  if (payload !== null) send({ type: 'connection_init', payload });
  return { socket, received, closed, send, subscribe, answerTo };
}

async function connectAsAda() {
  const connection = await connect(connectionParams);
  await expect.poll(() => connection.received).toEqual([{ type: 'connection_ack' }]);
  return connection;
}

const errorWith = (code: string) => ({
  type: 'error',
  payload: [expect.objectContaining({ extensions: expect.objectContaining({ code }) })],
});

describe('a subscription connection', () => {
  it.each([
    ['an anonymous caller', {}],
    ['a forged token', { ...connectionParams, authorization: 'Bearer forged' }],
    ['another affiliate-id', { ...connectionParams, 'affiliate-id': 400_002 }],
  ])('is closed without an acknowledgement for %s', async (_name, payload) => {
    const { closed, received } = await connect(payload);
    expect(await closed).toBe(4403);
    expect(received).toEqual([]);
  });

  it('is closed on protocol errors and on oversized messages', async () => {
    const twice = await connectAsAda();
    twice.send({ type: 'connection_init', payload: connectionParams });
    expect(await twice.closed).toBe(4429);
    const junk = await connectAsAda();
    junk.socket.send('{{{');
    expect(await junk.closed).toBe(4400);
    const answering = await connectAsAda();
    answering.send({ type: 'complete', id: 'x' });
    answering.send({ type: 'connection_ack' });
    expect(await answering.closed).toBe(4400);
    const large = await connectAsAda();
    large.send({ type: 'ping', payload: { x: 'x'.repeat(100_000) } });
    expect(await large.closed).toBe(1009);
    const early = await connect(null);
    early.subscribe('1', 'subscription { dives { depthM } }');
    expect(await early.closed).toBe(4401);
  });

  it('receives events until its session ends', async () => {
    const { subscribe, answerTo, received, socket } = await connectAsAda();
    subscribe('1', 'subscription { dives { depthM } }');
    await expect.poll(() => open.size).toBe(1);
    await database.inTransaction('test', (db) => pubsub.publish(db, 'dives', { depthM: 30 }));
    expect(await answerTo('1')).toEqual({ id: '1', type: 'next', payload: { data: { dives: { depthM: 30 } } } });
    await database.inTransaction('test', (db) => pubsub.publish(db, sessionEndedChannel, { id: sessionId }));
    await expect.poll(() => received.at(-1)).toEqual({ id: '1', type: 'complete' });
    expect(open.size).toBe(0);
    subscribe('2', 'subscription { dives { depthM } }');
    expect(await answerTo('2')).toMatchObject(errorWith('session.invalid'));
    socket.close();
  });

  it.each([
    ['invalid GraphQL', '{{{', 'request.malformed'],
    ['a query', '{ dive { depthM } }', 'request.malformed'],
    ['an unknown field', 'subscription { passwords }', 'request.malformed'],
    ['too many fields', `subscription { dives { ${'depthM '.repeat(250)} } }`, 'request.malformed'],
    ['a denied subscription', 'subscription { closedDives { depthM } }', 'access.denied'],
  ])('answers %s with an error code and stays open', async (_name, query, code) => {
    const { subscribe, answerTo, send, received, socket } = await connectAsAda();
    subscribe('1', query);
    expect(await answerTo('1')).toMatchObject(errorWith(code));
    send({ type: 'ping' });
    await expect.poll(() => received.at(-1)?.type).toBe('pong');
    socket.close();
  });

  it('allows at most 20 subscriptions', async () => {
    const { subscribe, answerTo, socket } = await connectAsAda();
    for (let count = 1; count <= 21; count++) subscribe(String(count), 'subscription { dives { depthM } }');
    expect(await answerTo('21')).toMatchObject(errorWith('rate.limited'));
    expect(open.size).toBe(20);
    socket.close();
    await expect.poll(() => open.size).toBe(0);
  });

  it('closes every stream, also of ids that were reused while opening', async () => {
    const { subscribe, send, socket } = await connectAsAda();
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    for (let count = 0; count < 5; count++) {
      subscribe('same', 'subscription { dives { depthM } }');
      send({ id: 'same', type: 'complete' });
    }
    subscribe('same', 'subscription { dives { depthM } }');
    subscribe('last', 'subscription { closedDives { depthM } }');
    await once(socket, 'message');
    held.resolve();
    gate = Promise.resolve();
    await expect.poll(() => open.size).toBeGreaterThan(0);
    socket.close();
    await expect.poll(() => open.size).toBe(0);
  });
});

/** Sends the upgrade request directly, because a WebSocket client would hide headers and closing. */
async function upgrade(at: number, headers: Record<string, string>): Promise<{ status: number; socket: Socket }> {
  const upgradeRequest = httpRequest({
    port: at,
    host: '127.0.0.1',
    path: '/api/graphql?query={dive{depthM}}',
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'sec-websocket-protocol': 'graphql-transport-ws',
      ...headers,
    },
  });
  upgradeRequest.end();
  const [answer] = (await Promise.race([once(upgradeRequest, 'response'), once(upgradeRequest, 'upgrade')])) as [
    IncomingMessage,
  ];
  return { status: answer.statusCode ?? 0, socket: answer.socket };
}

describe('a WebSocket upgrade', () => {
  it('rejects another origin and another protocol', async () => {
    expect((await upgrade(port, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await upgrade(port, { upgrade: 'x' })).status).toBe(405);
    const own = await upgrade(port, { origin: env.BASE_URL });
    expect(own.status).toBe(101);
    own.socket.destroy();
  });

  it('closes immediately when the server closes', async () => {
    const { server, port: other } = await serve();
    const { socket } = await upgrade(other, {});
    socket.resume();
    await Promise.all([once(socket, 'close'), server.close()]);
    expect(server.server.listening).toBe(false);
  }, 10_000);
});

describe('POST /api/graphql', () => {
  const post = (query: string) => app.inject({ method: 'POST', url: '/api/graphql', payload: { query } });

  it('answers a query without caching', async () => {
    const answer = await post('{ dive { depthM } }');
    expect(answer.json()).toEqual({ data: { dive: { depthM: 18 } } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['is a subscription', 'subscription { dives { depthM } }'],
    ['is JSON', '{}'],
    ['is nothing', 'null'],
    ['is a document as JSON', JSON.stringify({ kind: 'Document', definitions: [{ kind: 'OperationDefinition' }] })],
  ])('rejects a document that %s', async (_name, query) => {
    const answer = await post(query);
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, 'request.malformed']);
  });

  it('rejects two operations even with an operationName', async () => {
    const query = 'query a { dive { depthM } } query b { dive { __typename } }';
    const answer = await app.inject({ method: 'POST', url: '/api/graphql', payload: { query, operationName: 'a' } });
    expect([answer.statusCode, answer.json().errors?.[0].message]).toEqual([400, 'more than one operation']);
  });
});

describe('a result that does not match its contract', () => {
  it('returns a server error without details', async () => {
    // The first requests compile the document, the later ones use the cache.
    for (let count = 0; count < 4; count++) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/graphql',
        payload: { query: '{ brokenDive { depthM } }' },
      });
      expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([500, 'server.failed']);
      expect(answer.json().errors[0].message).toBe('something went wrong');
    }
    const rest = await app.inject('/api/dive/broken');
    expect(rest.statusCode).toBe(500);
    expect(rest.json().errors).toEqual([{ code: 'server.failed', message: 'something went wrong' }]);
  });
});
