import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { affiliateType } from '#domain/roles.ts';
import { hasAccess } from '#platform/shared/access.ts';
import { parseEndpointKey } from '#platform/shared/contract.ts';
import { deriveKey } from '#platform/server/crypto/secrets.ts';
import { allCallers, testPortal } from '#test/support/api/portal-testing.ts';
import { restContracts } from './contracts.ts';

const portal = await testPortal();
const diver = 'diver@demo.test';
const language = '/api/account/user/update/language/diver@demo.test';

async function send(url: string, headers: Record<string, string>, payload?: string) {
  return portal.app.inject({
    method: payload === undefined ? 'GET' : 'PUT',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

async function languageOf(email: string): Promise<string> {
  return (
    await portal.services.database.db
      .selectFrom('person')
      .select('language')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).language;
}

describe('malformed request', () => {
  it.each([
    ['broken JSON', '{"userName":', 400, 'request.malformed'],
    ['an unknown field', '{"userName":"diver@demo.test","languageCode":"de-DE","admin":true}', 400, 'request.invalid'],
    ['a wrong type', '{"userName":5,"languageCode":"de-DE"}', 400, 'request.invalid'],
    ['an unsupported language', '{"userName":"diver@demo.test","languageCode":"xx-XX"}', 400, 'request.invalid'],
    [
      'a prototype key',
      '{"userName":"diver@demo.test","languageCode":"de-DE","__proto__":{"x":1}}',
      400,
      'request.malformed',
    ],
    ['a NUL', String.raw`{"userName":"a\u0000b@demo.test","languageCode":"de-DE"}`, 400, 'request.invalid'],
    ['a lone surrogate', String.raw`{"userName":"a\ud800b@demo.test","languageCode":"de-DE"}`, 400, 'request.invalid'],
    ['an empty body', '', 400, 'request.malformed'],
    [
      'a body over the limit',
      JSON.stringify({ userName: 'x'.repeat(2_000_000), languageCode: 'de-DE' }),
      413,
      'request.too_large',
    ],
    ['another person’s address', '{"userName":"staff@demo.test","languageCode":"de-DE"}', 404, 'not_found'],
  ])('with %s is rejected and stores nothing', async (_name, payload, status, code) => {
    const answer = await send(language, await portal.headersOf(diver), payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({
      errors: expect.arrayContaining([expect.objectContaining({ code })]),
      correlationId: answer.headers['x-correlation-id'],
    });
    expect(await languageOf(diver)).toBe('en-US');
    expect(await languageOf('staff@demo.test')).toBe('en-US');
  });

  it('names the invalid field', async () => {
    const answer = await send(
      language,
      await portal.headersOf(diver),
      '{"userName":"diver@demo.test","languageCode":"xx-XX"}',
    );
    expect(answer.json().errors[0].path).toBe('languageCode');
  });

  it('with a NUL in its path is rejected', async () => {
    const answer = await send(
      '/api/account/user/update/language/a%00b',
      await portal.headersOf(diver),
      '{"userName":"diver@demo.test","languageCode":"de-DE"}',
    );
    expect(answer.json().errors[0]).toMatchObject({ code: 'request.invalid', path: 'email' });
  });

  it('returns 415 for an unsupported content type', async () => {
    const answer = await portal.app.inject({
      method: 'PUT',
      url: language,
      headers: { ...(await portal.headersOf(diver)), 'content-type': 'text/xml' },
      payload: '<a/>',
    });
    expect(answer.statusCode).toBe(415);
  });

  it('with an unknown query parameter is rejected', async () => {
    const answer = await portal.request(diver, 'GET', '/api/dsd/GetCheckpointData?debug=1');
    expect(answer.json().errors[0]).toMatchObject({ code: 'request.invalid', path: 'debug' });
  });

  it('never exposes internals', async () => {
    const answer = await portal.request(diver, 'GET', '/api/dsd/GetCheckpointData/%E0%A4%A');
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.body).not.toMatch(/node_modules|\.ts:|at /);
  });
});

describe('access token', () => {
  const claims = { affiliate: 400_008, type: affiliateType.staff, sid: 'x' };
  const sign = (secret: string, expires: string, audience = portal.env.BASE_URL) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('x')
      .setJti('1')
      .setAudience(audience)
      .setExpirationTime(expires)
      .sign(deriveKey(secret, 'access-token'));
  const secret = portal.env.SECRET_KEYS[0];

  it.each([
    ['signed with another secret', () => sign('another-secret-another-secret-another', '5m')],
    ['that has expired', () => sign(secret, '-1s')],
    ['for another audience', () => sign(secret, '5m', 'http://elsewhere.example')],
    ['without a signature', async () => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`],
    ['that is not a JWT', async () => 'abc'],
  ])('%s is rejected', async (_name, make) => {
    const answer = await send('/api/dsd/GetCheckpointData', {
      authorization: `Bearer ${await make()}`,
      'affiliate-id': '400008',
    });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([401, 'session.invalid']);
  });

  it('signed with the right secret is accepted (control for the cases above)', async () => {
    const answer = await send('/api/dsd/GetCheckpointData', {
      authorization: `Bearer ${await sign(secret, '5m')}`,
      'affiliate-id': '400008',
    });
    expect(answer.statusCode).toBe(200);
  });

  it('with another person’s affiliate-id is rejected', async () => {
    const answer = await send('/api/dsd/GetCheckpointData', {
      ...(await portal.headersOf(diver)),
      'affiliate-id': '400002',
    });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([403, 'access.denied']);
  });

  it('without an affiliate-id is rejected', async () => {
    const { authorization = '' } = await portal.headersOf(diver);
    expect((await send('/api/dsd/GetCheckpointData', { authorization })).statusCode).toBe(401);
  });
});

describe('X-Forwarded headers from an untrusted client', () => {
  it('are ignored', async () => {
    const answer = await portal.app.inject({
      url: '/auth/start',
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example' },
    });
    expect(String(answer.headers.location)).toMatch(/^http:\/\/localhost:3999\/sso\/auth\?/);
    expect(String(answer.headers.location)).not.toContain('evil');
  });
});

describe('GraphQL', () => {
  const codeOf = async (query: string) => (await portal.graphql(null, query)).json().errors?.[0]?.extensions?.code;

  it.each([
    ['with too many aliases', `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: querySession { sub }`).join(' ')} }`],
    ['with too many root fields', `{ ${Array.from({ length: 12 }, () => 'querySession { sub }').join(' ')} }`],
    ['with too many fields', `{ querySession { ${'sub '.repeat(250)} } }`],
    [
      'with circular fragments',
      '{ querySession { ...a } } fragment a on Session { ...b } fragment b on Session { ...a }',
    ],
    [
      'that hides its fields in fragments',
      `{ querySession { ${'...a '.repeat(60)} } } fragment a on Session { sub email logout token }`,
    ],
    ['of too many tokens', `{ querySession { ${'sub,'.repeat(3_000)} } }`],
    ['that is not GraphQL', '{{{'],
    ['with an unknown field', '{ passwords }'],
  ])('rejects a document %s', async (_name, query) => {
    expect(await codeOf(query)).toBe('request.malformed');
  });

  it('rejects a batch, a GET and a body over the limit', async () => {
    const batch = await portal.app.inject({
      method: 'POST',
      url: '/api/graphql',
      payload: [{ query: '{ querySession { sub } }' }],
    });
    expect(batch.statusCode).toBe(400);
    expect((await portal.app.inject({ url: '/api/graphql?query={querySession{sub}}' })).statusCode).toBe(405);
    expect((await portal.graphql(null, `{ querySession { sub } } # ${'x'.repeat(300_000)}`)).statusCode).toBe(413);
  });

  it('rejects wrong argument types and values', async () => {
    expect(await codeOf('mutation { createSession(token: 5) { sub } }')).toBe('request.malformed');
    expect(await codeOf(`mutation { createSession(token: "${'x'.repeat(4_001)}") { sub } }`)).toBe('request.invalid');
    expect(await codeOf(String.raw`mutation { createSession(token: "a\u0000b") { sub } }`)).toBe('request.invalid');
  });

  it('answers the session query of the web app', async () => {
    expect((await portal.graphql(null, '{ querySession { sub } }')).json()).toEqual({ data: { querySession: null } });
  });
});

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
