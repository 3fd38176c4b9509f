import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { isLeafType, getNamedType } from 'graphql';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createGraphqlSchema } from '#platform/server/graphql/schema.ts';
import type { Access } from '#platform/shared/access.ts';
import { type Endpoint, type GraphqlField, parseEndpointKey } from '#platform/shared/contract.ts';
import { graphqlContracts, restContracts } from './contracts.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal({ RATE_LIMIT_PER_MIN: '1000000' });
const jpeg = new Uint8Array(
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer(),
);
/** Beyond PostgreSQL's integer and bigint, JavaScript's safe integers and every type of the contracts. */
const numbers = [2_147_483_648, Number.MAX_SAFE_INTEGER + 1, 1e19, 1e308, -1, -2_147_483_649];
const digits = ['2147483648', '999999999999999999', '99999999999999999999'];
const days = ['9999-12-31', '0000-01-01', '0001-01-01', '275760-09-13', '-000001-01-01'];
const moments = days.map((day) => `${day}T00:00:00Z`);

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minItems?: number;
  minimum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
}

const samples: Readonly<Record<string, string>> = {
  uuid: '0191d1a0-0000-7000-8000-000000000000',
  date: '2026-01-31',
  'date-time': '2026-01-31T10:00:00Z',
  email: 'diver@demo.test',
  uri: 'https://portal.example',
};
const typeOf = ({ type }: Schema) => (Array.isArray(type) ? type[0] : type);
const choiceIn = ({ anyOf, oneOf }: Schema) => (anyOf ?? oneOf)?.find((option) => outOfRangeValues(option).length > 0);

/** Values of the schema's type that may be too large to store. */
function outOfRangeValues(schema: Schema): readonly unknown[] {
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  const type = typeOf(schema);
  if (type === 'integer' || type === 'number') return numbers;
  if (schema.format === 'date') return days;
  if (schema.format === 'date-time') return moments;
  if (type === 'string' && schema.pattern?.includes(String.raw`\d`)) return [...digits, ...days];
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap(outOfRangeValues);
}

/** A valid value for every other field, so the out-of-range value reaches the handler and the database. */
function sampleValue(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice !== undefined) return sampleValue(choiceIn(schema) ?? choice[0] ?? {});
  const type = typeOf(schema);
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'array')
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sampleValue(schema.items ?? {}));
  if (schema.properties !== undefined)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, sampleValue(inner)]));
  if (type === 'object') return {};
  return samples[schema.format ?? ''] ?? 'a'.repeat(Math.max(1, schema.minLength ?? 0));
}

/** The sample with one out-of-range value, for every field and value. */
function* variants(schema: Schema): Generator<unknown> {
  const inner = choiceIn(schema) ?? schema;
  if (inner.properties !== undefined) {
    const base = sampleValue(inner) as Record<string, unknown>;
    for (const [name, part] of Object.entries(inner.properties))
      for (const value of variants(part)) yield { ...base, [name]: value };
  } else if (inner.items !== undefined && typeOf(inner) === 'array')
    for (const value of variants(inner.items)) yield [value];
  else yield* outOfRangeValues(inner);
}

const schemaOf = (type: z.ZodType | undefined): Schema =>
  type === undefined ? {} : (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema);

function callerOf(access: Access): string | null {
  if (access === 'anyone') return null;
  if (access === 'signedIn' || access.includes('diver')) return 'diver@demo.test';
  if (access.includes('professional')) return 'instructor@demo.test';
  return access.includes('store') ? 'store@demo.test' : 'staff@demo.test';
}

const parts = ['params', 'query', 'body'] as const;
const endpoints = restContracts.flatMap(({ base, endpoints: listed }) =>
  Object.entries(listed as Record<string, Endpoint>)
    .map(([key, call]) => ({
      key,
      call,
      base,
      shapes: Object.fromEntries(parts.map((part) => [part, schemaOf(call[part])])) as Record<
        (typeof parts)[number],
        Schema
      >,
    }))
    .filter(({ shapes }) => parts.some((part) => !variants(shapes[part]).next().done)),
);

type Values = Record<(typeof parts)[number], unknown>;

/** Sends a multipart form with a small file and every body field as text. */
async function sendForm(
  email: string | null,
  url: string,
  field: string,
  body: Record<string, unknown>,
): Promise<{ statusCode: number; body: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  form.append(field, new Blob([jpeg], { type: 'image/jpeg' }), 'a.jpg');
  const sent = new Response(form);
  return portal.app.inject({
    method: 'POST',
    url,
    headers: {
      ...(email === null ? {} : await portal.headersOf(email)),
      'content-type': sent.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
}

function send({ base, key, call }: (typeof endpoints)[number], { params, query, body }: Values) {
  const { method, path } = parseEndpointKey(key);
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name] ?? 'a')),
  );
  const search = Object.entries(query as Record<string, unknown>)
    .filter(() => call.query !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  const url = `${base}/${filledPath}${search === '' ? '' : `?${search}`}`;
  if (call.upload !== undefined)
    return sendForm(callerOf(call.access), url, call.upload.field, body as Record<string, unknown>);
  return portal.request(callerOf(call.access), method, url, call.body ? (body as object) : undefined);
}

describe('out-of-range number or date in REST', () => {
  it('is possible in many endpoints (control for the cases below)', () => {
    expect(endpoints.length).toBeGreaterThan(60);
    expect(endpoints.filter(({ call }) => call.upload !== undefined).length).toBeGreaterThan(0);
  });

  it.each(endpoints.map((entry) => [entry.key, entry] as const))(
    'causes no server error in %s',
    async (_key, entry) => {
      const base = Object.fromEntries(
        parts.map((part) => [part, sampleValue(entry.shapes[part]) ?? {}]),
      ) as unknown as Values;
      const failed: string[] = [];
      for (const part of parts)
        for (const value of variants(entry.shapes[part])) {
          const { statusCode, body } = await send(entry, { ...base, [part]: value });
          if (statusCode >= 500 && statusCode !== 503) failed.push(`${JSON.stringify(value)}: ${body}`);
        }
      expect(failed).toEqual([]);
    },
  );
});

const fields = graphqlContracts.flatMap(({ queries, mutations }) => [
  ...Object.entries(queries).map(([name, field]) => ({ kind: 'query' as const, name, field })),
  ...Object.entries(mutations).map(([name, field]) => ({ kind: 'mutation' as const, name, field })),
]);
const unused = () => undefined;
const schema = createGraphqlSchema(
  graphqlContracts.map((contract) => ({
    contract,
    handlers: Object.fromEntries(
      [contract.queries, contract.mutations, contract.subscriptions].flatMap(Object.keys).map((name) => [name, unused]),
    ),
  })) as never,
  async () => undefined,
);

/** A document for the field with every argument as a variable. */
function documentOf(kind: 'query' | 'mutation', name: string): string {
  const root = (kind === 'query' ? schema.getQueryType() : schema.getMutationType()) as GraphQLObjectType;
  const { args, type } = root.getFields()[name] as GraphQLField<unknown, unknown>;
  const defined = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  return `${kind}(${defined}) { ${name}(${passed}) ${isLeafType(getNamedType(type)) ? '' : '{ __typename }'} }`;
}

const fieldsWithRanges = fields
  .map((entry) => ({ ...entry, shape: schemaOf((entry.field as GraphqlField).args) }))
  .filter(({ shape }) => !variants(shape).next().done);

describe('out-of-range number or date in GraphQL', () => {
  it('is possible in many fields (control for the cases below)', () => {
    expect(fieldsWithRanges.length).toBeGreaterThan(15);
  });

  it.each(fieldsWithRanges.map((entry) => [entry.name, entry] as const))(
    'causes no server error in %s',
    async (name, entry) => {
      const document = documentOf(entry.kind, name);
      const usual = await portal.graphql(callerOf(entry.field.access), document, sampleValue(entry.shape));
      expect(usual.body).not.toContain('request.malformed');
      const failed: string[] = [];
      for (const value of variants(entry.shape)) {
        const { statusCode, body } = await portal.graphql(callerOf(entry.field.access), document, value);
        if ((statusCode >= 500 && statusCode !== 503) || body.includes('server.failed'))
          failed.push(`${JSON.stringify(value)}: ${body}`);
      }
      expect(failed).toEqual([]);
    },
  );
});
