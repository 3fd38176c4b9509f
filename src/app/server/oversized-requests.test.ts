import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { hasAccess } from '#platform/shared/access.ts';
import { parseEndpointKey } from '#platform/shared/contract.ts';
import { allCallers, testPortal } from '#test/support/api/portal-testing.ts';
import { restContracts } from './contracts.ts';

const portal = await testPortal();
const calls = restContracts.flatMap(({ base, endpoints }) =>
  Object.entries(endpoints)
    .filter(([key]) => !/^(GET|DELETE) /.test(key))
    .map(([key, { access, body, upload }]) => ({
      method: parseEndpointKey(key).method,
      url: `${base}/${parseEndpointKey(key).path.replaceAll(/\{\w+\}/g, '1')}`,
      access,
      fields: body instanceof z.ZodObject && upload === undefined ? Object.keys(body.shape) : [],
    })),
);
const typeIds = new Map(
  (await portal.services.database.db.selectFrom('person').select(['email', 'affiliate_type_id']).execute()).map(
    (person) => [person.email, person.affiliate_type_id],
  ),
);
const json = { 'content-type': 'application/json' };
const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('a body of more than 1 MB', () => {
  it.each(calls)('$method $url is refused before it is read', async ({ method, url }) => {
    const answer = await portal.app.inject({ method, url, headers: json, payload: `"${'@'.repeat(1024 * 1024)}"` });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([413, 'request.too_large']);
  });

  it('is refused by GraphQL', async () => {
    const answer = await portal.graphql(null, '{ __typename }', { text: 'www.'.repeat(256 * 1024) });
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([413, 'request.too_large']);
  });
});

describe('JSON of thousands of levels', () => {
  it.each(calls)('is no server error of $method $url', async ({ method, url, access, fields }) => {
    const caller = allCallers.find((email) => hasAccess(access, email === null ? null : (typeIds.get(email) ?? null)));
    const headers = { ...(await portal.headersOf(caller ?? null)), ...json };
    const bodies = [nest(8_000), ...fields.map((name) => `{"${name}":${nest(7_900)}}`)];
    bodies.push(...fields.map((name) => `{"${name}":${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}}`));
    for (const payload of bodies) {
      const answer = await portal.app.inject({ method, url, headers, payload });
      expect(answer.statusCode, `${payload.slice(0, 60)}: ${answer.body}`).toBeLessThan(500);
    }
  });

  it('is no server error of GraphQL', async () => {
    const payload = `{"query":"mutation($id: ID!) { submitLog(id: $id) { id } }","variables":{"id":${nest(25_000)}}}`;
    const headers = { ...(await portal.headersOf('diver@demo.test')), ...json };
    const answer = await portal.app.inject({ method: 'POST', url: '/api/graphql', headers, payload });
    expect(answer.statusCode, answer.body).toBe(400);
  });
});
