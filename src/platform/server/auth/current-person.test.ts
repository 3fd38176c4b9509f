import { afterAll, expect, it } from 'vitest';
import * as z from 'zod';
import { affiliateType } from '#domain/roles.ts';
import { defineEndpoints, defineGraphql } from '#platform/shared/contract.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { getCurrentPerson } from './current-person.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { defineResolvers, registerGraphql } from '#platform/server/graphql/graphql.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';
import { createAccessTokens } from './access-tokens.ts';

const database = await createTestDatabase();
const pubsub = await createPubSub({
  database,
  connection: database.connection,
  onError: (error) => expect.fail(String(error)),
});
const env = readEnv({
  NODE_ENV: 'test',
  DATA_DIR: await createTemporaryFolder(),
  LOG_LEVEL: 'silent',
  TRUST_PROXY: 'loopback',
});
const tokens = createAccessTokens(env.SECRET_KEYS, env.BASE_URL);
const services = { env, database, pubsub, tokens } as unknown as Services;
const summary = 'Whose turn it is.';
const output = z.string().nullable();
const endpoints = defineEndpoints('turn', { 'GET whose': { summary, access: 'anyone', output } });
const contract = defineGraphql({
  types: {},
  queries: { whose: { summary, access: 'anyone', output } },
  mutations: {},
  subscriptions: {},
});
const app = await createHttpServer(env);
await registerGraphql(app, services, [defineResolvers(contract, { whose: async () => getCurrentPerson() })]);
registerEndpoints(app, services, endpoints, { 'GET whose': async () => getCurrentPerson() });
afterAll(async () => {
  await app.close();
  await pubsub.close();
});

/** The current person during a REST request and a GraphQL query. */
async function fetchCurrentPersons(headers: Record<string, string>): Promise<unknown[]> {
  const rest = await app.inject({ url: '/api/turn/whose', headers });
  const query = { url: '/api/graphql', method: 'POST', headers, payload: { query: '{ whose }' } } as const;
  const { data } = (await app.inject(query)).json<{ data: { whose: unknown } }>();
  return [rest.body, data.whose];
}

it('identifies an anonymous caller by network', async () => {
  const network = 'network 2001:db8:1:2';
  expect(await fetchCurrentPersons({ 'x-forwarded-for': '2001:db8:1:2::9' })).toEqual([network, network]);
  expect(await fetchCurrentPersons({ 'x-forwarded-for': '192.0.2.7' })).toEqual([
    'network 192.0.2.7',
    'network 192.0.2.7',
  ]);
});

it('identifies a signed-in person by affiliate id', async () => {
  const { token } = await tokens.mint({
    sub: 'ada',
    affiliateId: 400_001,
    affiliateTypeId: affiliateType.diver,
    sessionId: 'a-session',
  });
  const headers = { authorization: `Bearer ${token}`, 'affiliate-id': '400001', 'x-forwarded-for': '192.0.2.7' };
  expect(await fetchCurrentPersons(headers)).toEqual(['400001', '400001']);
});
