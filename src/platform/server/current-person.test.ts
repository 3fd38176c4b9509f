import { afterAll, expect, it } from 'vitest';
import * as z from 'zod';
import { defineCalls, defineGraphql } from '../shared/contract.ts';
import { testDatabase } from '../testing/database.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { registerCalls } from './calls.ts';
import type { Services } from './context.ts';
import { currentPerson } from './current-person.ts';
import { readEnv } from './env.ts';
import { graphqlPart, registerGraphql } from './graphql.ts';
import { createHttpServer } from './http.ts';
import { createPubSub } from './pubsub.ts';
import { createTokens } from './token.ts';

const database = await testDatabase();
const pubsub = await createPubSub({ connection: database.connection, onError: (error) => expect.fail(String(error)) });
const env = readEnv({
  NODE_ENV: 'test',
  DATA_DIR: await temporaryFolder(),
  LOG_LEVEL: 'silent',
  TRUST_PROXY: 'loopback',
});
const tokens = createTokens(env.SECRET_KEYS, env.BASE_URL);
const services = { env, database, pubsub, tokens } as unknown as Services;
const summary = 'Whose turn it is.';
const output = z.string().nullable();
const calls = defineCalls('turn', { 'GET whose': { summary, access: 'anyone', output } });
const contract = defineGraphql({
  types: {},
  queries: { whose: { summary, access: 'anyone', output } },
  mutations: {},
  subscriptions: {},
});
const app = await createHttpServer(env);
await registerGraphql(app, services, [graphqlPart(contract, { whose: async () => currentPerson() })]);
registerCalls(app, services, calls, { 'GET whose': async () => currentPerson() });
afterAll(async () => {
  await app.close();
  await pubsub.close();
});

/** By REST and by GraphQL. */
async function whose(headers: Record<string, string>): Promise<unknown[]> {
  const rest = await app.inject({ url: '/api/turn/whose', headers });
  const query = { url: '/api/graphql', method: 'POST', headers, payload: { query: '{ whose }' } } as const;
  const { data } = (await app.inject(query)).json<{ data: { whose: unknown } }>();
  return [rest.body, data.whose];
}

it('counts a stranger by network, never as a job', async () => {
  const network = 'network 2001:db8:1:2';
  expect(await whose({ 'x-forwarded-for': '2001:db8:1:2::9' })).toEqual([network, network]);
  expect(await whose({ 'x-forwarded-for': '192.0.2.7' })).toEqual(['network 192.0.2.7', 'network 192.0.2.7']);
});

it('counts a signed-in person by affiliate id, wherever they are', async () => {
  const { token } = await tokens.mint({ sub: 'ada', affiliateId: 400_001, affiliateTypeId: 1, sessionId: 'a-session' });
  const headers = { authorization: `Bearer ${token}`, 'affiliate-id': '400001', 'x-forwarded-for': '192.0.2.7' };
  expect(await whose(headers)).toEqual(['400001', '400001']);
});
