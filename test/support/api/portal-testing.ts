import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ClientConfig } from 'pg';
import { afterAll } from 'vitest';
import { demoPeople } from '#features/identity/server/public.ts';
import { syncCatalogue } from '#features/shop/server/public.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Env } from '#platform/server/config/env.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { type DemoOptions, loadDemo } from '#demo/load-demo.ts';
import { createServer } from '#app/server/server.ts';
import { getSeed, readTestEnv } from './seeded-template-testing.ts';
import { openServices } from '#app/server/services.ts';

export interface TestPortal {
  app: FastifyInstance;
  services: Services;
  env: Env;
  /** Authentication headers of a demo person, or none for an anonymous request. */
  headersOf(email: string | null): Promise<Record<string, string>>;
  request(
    email: string | null,
    method: InjectOptions['method'],
    url: string,
    payload?: unknown,
  ): Promise<LightMyRequestResponse>;
  graphql(
    email: string | null,
    query: string,
    variables?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
}

/**
 * The server on a separate database with the demo data of the eight accounts, or other demo data. Call it at the top of a
 * test file.
 */
export async function testPortal(
  settings: Record<string, string> = {},
  demo?: DemoOptions,
  /** Settings that depend on the database, for example a pooler in front of it. */
  connect?: (connection: ClientConfig) => Promise<Record<string, string>>,
): Promise<TestPortal> {
  const folder = await createTemporaryFolder();
  const env = readTestEnv(join(folder, 'data'), settings);
  const brand = loadBrand(env.BRAND_FILE);
  const seed = demo === undefined ? await getSeed(env, settings) : null;
  const { connection } = await createTestDatabase(seed?.template);
  if (seed !== null) await cp(seed.folder, env.DATA_DIR, { recursive: true });
  const connected = { ...env, ...(await connect?.(connection)) };
  const services = await openServices(connected, brand, connection);
  if (seed === null) {
    await syncCatalogue(services);
    await loadDemo(services, demo);
  }
  const app = await createServer({ services, brand, makePage: async () => page });
  afterAll(async () => {
    await app.close();
    await services.close();
  });

  const headersOf = async (email: string | null): Promise<Record<string, string>> => {
    if (email === null) return {};
    const person = await services.database.db
      .selectFrom('person')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const { token } = await services.tokens.mint({
      sub: person.sub,
      affiliateId: person.affiliate_id,
      affiliateTypeId: person.affiliate_type_id,
      sessionId: crypto.randomUUID(),
      // Tests with unverified addresses sign up in the browser flow instead.
      isEmailVerified: true,
      confirmedAtMs: Date.now(),
    });
    return { authorization: `Bearer ${token}`, 'affiliate-id': String(person.affiliate_id) };
  };

  return {
    app,
    services,
    env,
    headersOf,
    request: async (email, method = 'GET', url, payload) =>
      app.inject({
        method,
        url,
        headers: await headersOf(email),
        ...(payload === undefined ? {} : { payload: payload as object }),
      }),
    graphql: async (email, query, variables = {}, headers = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/graphql',
        headers: { ...(await headersOf(email)), ...headers },
        payload: { query, variables },
      }),
  };
}

const page = '<!doctype html><html lang="en-US" dir="ltr"><head><title></title><!--head--></head><body></body></html>';

export const allCallers = [...demoPeople.map((person) => person.email), null];
