import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { graphqlContracts, restContracts } from '../contracts.ts';

const portal = await testPortal();

const fieldNames = (schema: z.ZodType) =>
  [...JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).matchAll(/"(\w+)":/g)].map(([, name]) => name);
const secretNames = new Set(['token', 'secret', 'recoveryCodes', 'password']);

describe('answers with a credential', () => {
  it('are declared, so they are not compressed', () => {
    const calls = [
      ...restContracts.flatMap(({ endpoints }) => Object.entries(endpoints)),
      ...graphqlContracts.flatMap(({ queries, mutations }) => Object.entries({ ...queries, ...mutations })),
    ].filter(([, { output }]) => fieldNames(output).some((name) => secretNames.has(name ?? '')));
    expect(calls.map(([name]) => name)).toContain('querySession');
    expect(calls.filter(([, call]) => call.returnsSecret !== true)).toEqual([]);
  });

  it('are sent uncompressed, also together with other fields', async () => {
    // The names of the types make the answer large enough to be compressed.
    const send = async (fields: string) =>
      portal.app.inject({
        method: 'POST',
        url: '/api/graphql',
        headers: { 'accept-encoding': 'gzip, br, zstd' },
        payload: { query: `query { ${fields} __schema { types { name } } }` },
      });
    const withSession = await send('querySession { token }');
    expect(withSession.json().data).toHaveProperty('querySession');
    expect(withSession.headers).not.toHaveProperty('content-encoding');
    const withoutSession = await send('');
    expect(withoutSession.headers['content-encoding']).toBe('zstd');
  });
});
