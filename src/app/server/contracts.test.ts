import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  type GraphQLInputType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { sessionDocuments as accountDocuments } from '#features/account/web/session/session-documents.ts';
import { documents as dashboardDocuments } from '#features/learning/web/dashboard/graphql-documents.ts';
import { documents as logbookDocuments } from '#features/logbook/web/graphql-documents.ts';
import { documents as notificationDocuments } from '#features/notifications/web/documents.ts';
import { documents as professionalDocuments } from '#features/professionals/web/graphql-documents.ts';
import { affiliateType, getRole } from '#domain/roles.ts';
import { hasAccess, type Access } from '#platform/shared/access.ts';
import { parseEndpointKey } from '#platform/shared/contract.ts';
import { fail } from '#platform/shared/errors.ts';
import { graphqlContracts, restContracts } from './contracts.ts';
import { allCallers, testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const endpoints = restContracts.flatMap(({ base, endpoints: list }) =>
  Object.entries(list).map(([key, call]) => ({
    ...parseEndpointKey(key),
    url: `${base}/${parseEndpointKey(key).path}`,
    access: call.access as Access | undefined,
    key: `${base} ${key}`,
  })),
);
const fields = graphqlContracts.flatMap((contract) =>
  (['queries', 'mutations', 'subscriptions'] as const).flatMap((kind) =>
    Object.entries(contract[kind]).map(([name, field]) => ({
      kind,
      name,
      access: field.access as Access | undefined,
    })),
  ),
);

const schema = buildClientSchema((await portal.graphql(null, getIntrospectionQuery())).json().data);

/** A root field with valid placeholder arguments. Only access is tested, not the result. */
function writeField(kind: string, name: string): string {
  const root = kind === 'queries' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[name];
  if (field === undefined) throw new Error(`GraphQL schema has no root field ${name}`);
  const required = field.args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${writeValue(arg.type)}`);
  const args = required.length > 0 ? `(${required.join(', ')})` : '';
  return `${name}${args}${isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''}`;
}

function writeValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return writeValue(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (!isInputObjectType(type)) return { Int: '1', Float: '1', Boolean: 'true' }[type.name] ?? '""';
  const required = Object.values(type.getFields()).filter(isRequiredInputField);
  return `{ ${required.map((field) => `${field.name}: ${writeValue(field.type)}`).join(', ')} }`;
}

const typeOf = async (email: string | null) =>
  email === null
    ? null
    : (
        await portal.services.database.db
          .selectFrom('person')
          .select('affiliate_type_id')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).affiliate_type_id;

describe('endpoint access by role', () => {
  it.each(endpoints)('$method $url declares its access', ({ access }) => {
    expect(access).toBeDefined();
    expect(access).not.toEqual([]);
  });

  it.each(endpoints.flatMap((call) => allCallers.map((email) => ({ ...call, email }))))(
    '$method $url as $email is allowed or denied as declared',
    async ({ method, url, access, email }) => {
      const answer = await portal.request(
        email,
        method,
        url.replaceAll(/\{\w+\}/g, '1'),
        method === 'GET' ? undefined : {},
      );
      const isAllowed = hasAccess(access as Access, await typeOf(email));
      // An allowed request may still fail for its input, but not with an access error.
      const errorCode = answer.headers['content-type']?.toString().includes('json')
        ? answer.json()?.errors?.[0]?.code
        : undefined;
      const expected = isAllowed ? 'allowed' : email === null ? 'session.missing' : 'access.denied';
      expect(['session.missing', 'access.denied'].includes(errorCode) ? errorCode : 'allowed').toBe(expected);
    },
  );

  it.each(fields)('GraphQL $kind $name declares its access', ({ access }) => {
    expect(access).toBeDefined();
  });

  it.each(
    fields
      .filter(({ kind }) => kind !== 'subscriptions')
      .flatMap((field) => allCallers.map((email) => ({ ...field, email }))),
  )('GraphQL $name as $email is allowed or denied as declared', async ({ kind, name, access, email }) => {
    const answer = await portal.graphql(
      email,
      `${kind === 'queries' ? 'query' : 'mutation'} { ${writeField(kind, name)} }`,
    );
    const codes = (answer.json().errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
    expect(codes).not.toContain('request.malformed');
    const accessErrors = codes.filter((code: string) => ['session.missing', 'access.denied'].includes(code));
    const expected = email === null ? 'session.missing' : 'access.denied';
    expect(accessErrors).toEqual(hasAccess(access as Access, await typeOf(email)) ? [] : [expected]);
  });

  it('maps every affiliate type to a role', () => {
    expect(Object.values(affiliateType).map(getRole)).toEqual([
      'diver',
      'professional',
      'professional',
      'store',
      'staff',
    ]);
  });
});

describe('API documentation', () => {
  it('lists every endpoint in OpenAPI with its access', async () => {
    const document = (await portal.request(null, 'GET', '/api/openapi.json')).json();
    for (const { method, url, access } of endpoints)
      expect(document.paths[url][method.toLowerCase()]['x-access']).toEqual(access);
  });

  it('lists the error codes of every feature in OpenAPI and on the docs page', async () => {
    const document = (await portal.request(null, 'GET', '/api/openapi.json')).json();
    const page = (await portal.request(null, 'GET', '/api/docs')).body;
    const declared: Record<string, number> = { ...fail.codes };
    for (const file of globSync('src/features/*/shared/*contract.ts')) {
      const exported = (await import(resolve(file))) as Record<string, Partial<typeof fail>>;
      for (const [name, { codes }] of Object.entries(exported))
        if (name.startsWith('fail')) Object.assign(declared, codes);
    }
    expect(Object.keys(declared)).toEqual(expect.arrayContaining(['account.token_taken', '224']));
    expect(document['x-error-codes']).toEqual(declared);
    for (const code of Object.keys(declared)) expect(page).toContain(`<code>${code}</code>`);
  });

  it('lists every GraphQL field on the docs page', async () => {
    const page = await portal.request(null, 'GET', '/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    for (const { name } of fields) expect(page.body).toContain(name);
  });
});

describe('GraphQL documents of the web app', () => {
  it.each(
    [accountDocuments, notificationDocuments, logbookDocuments, dashboardDocuments, professionalDocuments].flatMap(
      (all) => Object.entries<string>(all),
    ),
  )('%s is valid for the schema', async (_name, document) => {
    expect(validate(schema, parse(document))).toEqual([]);
  });
});

describe('createServer', () => {
  it.each(endpoints)('serves $method $url', ({ method, url }) => {
    expect(portal.app.hasRoute({ method, url: url.replaceAll(/\{(\w+)\}/g, ':$1') })).toBe(true);
  });

  it('sends cache-control: no-store with API responses', async () => {
    const answer = await portal.request(null, 'GET', '/api/global/SupportedLanguages');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('registers no undeclared route under /api', () => {
    const declared = new Set(endpoints.map(({ url }) => url.replaceAll(/\{(\w+)\}/g, ':$1')));
    const known = new Set(['/api/openapi.json', '/api/docs', '/api/graphql']);
    const served = portal.app
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .map((line) => /(\/api\/\S+) \(/.exec(line)?.[1])
      .filter((url) => url !== undefined);
    expect(served.length).toBeGreaterThan(5);
    expect(served.filter((url) => !declared.has(url) && !known.has(url))).toEqual([]);
  });

  it('has the version of package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(version).toBe('2.0.116');
  });
});
