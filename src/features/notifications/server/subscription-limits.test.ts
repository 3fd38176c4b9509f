import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const [diver, student] = ['diver@demo.test', 'student@demo.test'];
const portal = await testPortal();
const sockets: WebSocket[] = [];
beforeAll(() => portal.app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => sockets.forEach((socket) => socket.close()));

interface Message {
  type: string;
  id?: string;
  payload?: { extensions?: { code?: string } }[];
}

/** Opens a connection, and resolves to "open" or to the code that it is closed with. */
async function connect(email: string) {
  const { port } = portal.app.server.address() as AddressInfo;
  const payload = await portal.headersOf(email);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/graphql`, 'graphql-transport-ws');
  sockets.push(socket);
  const messages: Message[] = [];
  const outcome = Promise.withResolvers<'open' | number>();
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  void closed.then(outcome.resolve);
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'connection_ack') outcome.resolve('open');
    else messages.push(message);
  });
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
  const send = (message: object) => socket.send(JSON.stringify(message));
  return { outcome: await outcome.promise, messages, send, socket, closed };
}

it('closes the eleventh connection of a person with 1013, until another one is closed', async () => {
  const open = [];
  for (let count = 0; count < 10; count++) open.push(await connect(diver));
  expect(open.map(({ outcome }) => outcome)).toEqual(Array(10).fill('open'));
  expect((await connect(diver)).outcome).toBe(1013);
  expect((await connect(student)).outcome).toBe('open');
  open[0]?.socket.close();
  await open[0]?.closed;
  await expect.poll(async () => (await connect(diver)).outcome).toBe('open');
});

it('refuses the twenty-first stream of a connection with rate.limited', async () => {
  const { messages, send } = await connect('candidate@demo.test');
  const subscribe = (id: number) =>
    send({ id: String(id), type: 'subscribe', payload: { query: 'subscription { onDeleteSession { sub } }' } });
  for (let id = 1; id <= 21; id++) subscribe(id);
  const errors = () => messages.filter(({ type }) => type === 'error');
  await expect.poll(() => errors().map(({ id }) => id)).toEqual(['21']);
  expect(errors()[0]?.payload?.[0]?.extensions?.code).toBe('rate.limited');
  send({ id: '1', type: 'complete' });
  send({ type: 'ping' });
  await expect.poll(() => messages.some(({ type }) => type === 'pong')).toBe(true);
  subscribe(22);
  send({ type: 'ping' });
  await expect.poll(() => messages.filter(({ type }) => type === 'pong').length).toBe(2);
  expect(errors()).toHaveLength(1);
});
