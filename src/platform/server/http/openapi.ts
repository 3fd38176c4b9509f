import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Brand } from '#platform/shared/brand.ts';
import {
  parseEndpointKey,
  type Endpoint,
  type GraphqlField,
  type GraphqlContract,
  type RestContract,
} from '#platform/shared/contract.ts';

interface ApiDescription {
  version: string;
  brand: Brand;
  restContracts: readonly RestContract[];
  graphqlContracts: readonly GraphqlContract<
    Record<string, GraphqlField>,
    Record<string, GraphqlField>,
    Record<string, GraphqlField>
  >[];
  /** Every error code with its status. */
  errorCodes: Readonly<Record<string, number>>;
}

type Json = Record<string, unknown>;

/**
 * Serves `/api/openapi.json` for machines and `/api/docs` for people, both generated from the contracts.
 * `requireReader` throws for callers without access.
 */
export function registerOpenApi(
  app: FastifyInstance,
  description: ApiDescription,
  requireReader: (request: FastifyRequest) => Promise<void> = async () => undefined,
): void {
  // Generated on the first request, because describing all schemas takes half the time of a server start.
  let document: Json | undefined;
  let page: string | undefined;
  app.get('/api/openapi.json', { preHandler: requireReader }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send((document ??= describeApi(description))),
  );
  app.get('/api/docs', { preHandler: requireReader }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send((page ??= renderPage(description))),
  );
}

function describeApi({ version, brand, restContracts, errorCodes }: ApiDescription): Json {
  const paths: Record<string, Json> = {};
  for (const { base, endpoints } of restContracts) {
    for (const [key, endpoint] of Object.entries(endpoints)) {
      const { method, path } = parseEndpointKey(key);
      (paths[`${base}/${path}`] ??= {})[method.toLowerCase()] = describeEndpoint(endpoint);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.shortName} portal`, version },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        affiliate: { type: 'apiKey', in: 'header', name: 'affiliate-id' },
      },
      schemas: { ErrorBody: errorBodySchema },
    },
    'x-error-codes': errorCodes,
  };
}

function describeEndpoint(endpoint: Endpoint): Json {
  const parameters = [...describeParameters(endpoint.params, 'path'), ...describeParameters(endpoint.query, 'query')];
  return {
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.access === 'anyone' ? {} : { security: [{ bearer: [], affiliate: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...describeBody(endpoint),
    responses: {
      200: {
        description: 'Success',
        content: { 'application/json': { schema: toJsonSchema(endpoint.output, 'output') } },
      },
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
      },
    },
  };
}

function describeBody({ body, upload }: Endpoint): Json {
  const schema = body ? toJsonSchema(body, 'input') : { type: 'object' };
  if (upload) {
    const file = { type: 'string', format: 'binary' };
    const properties = { ...(schema['properties'] as Json | undefined), [upload.field]: file };
    const form = { ...schema, properties, ...(upload.isOptional ? {} : { required: [upload.field] }) };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } };
  }
  return body
    ? { requestBody: { required: !body.safeParse(undefined).success, content: { 'application/json': { schema } } } }
    : {};
}

function describeParameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

const errorBodySchema = {
  type: 'object',
  required: ['errors', 'correlationId'],
  properties: {
    correlationId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          path: { type: 'string' },
          now: { type: 'string' },
        },
      },
    },
  },
};

/** A plain page without scripts that lists endpoints, access and error codes. */
function renderPage({ version, brand, restContracts, graphqlContracts, errorCodes }: ApiDescription): string {
  const rest = restContracts
    .flatMap(({ base, endpoints }) =>
      Object.entries(endpoints).map(([key, endpoint]) => ({ base, endpoint, ...parseEndpointKey(key) })),
    )
    .map(({ base, endpoint, method, path }) => renderRow(method, `${base}/${path}`, endpoint.access, endpoint.summary));
  const graphql = graphqlContracts.flatMap((contract) =>
    (['queries', 'mutations', 'subscriptions'] as const).flatMap((kind) =>
      Object.entries(contract[kind]).map(([name, field]) =>
        renderRow(kind.replace(/ies$/, 'y').replace(/s$/, ''), name, field.access, field.summary),
      ),
    ),
  );
  const codes = Object.entries(errorCodes).map(
    ([code, status]) => `<tr><td>${status}</td><td><code>${escapeHtml(code)}</code></td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}table{border-collapse:collapse;inline-size:100%}td,th{padding:.4rem .6rem;border-block-end:1px solid #8884;text-align:start;vertical-align:top}code{font-size:.95em}</style>
<h1>${escapeHtml(brand.shortName)} API ${escapeHtml(version)}</h1>
<p>Every endpoint except those with access <code>anyone</code> requires the headers <code>Authorization: Bearer …</code> and <code>affiliate-id</code>, which must match the token. <code>x-locale</code> sets the language of the response. OpenAPI: <a href="/api/openapi.json">openapi.json</a>.</p>
<h2>REST endpoints</h2><table><tr><th>Method<th>Path<th>Access<th>Description</tr>${rest.join('')}</table>
<h2>GraphQL at /api/graphql</h2><table><tr><th>Kind<th>Field<th>Access<th>Description</tr>${graphql.join('')}</table>
<h2>Error codes</h2><table><tr><th>Status<th>Code</tr>${codes.join('')}</table></html>`;
}

function renderRow(kind: string, name: string, access: Endpoint['access'], summary: string): string {
  const accessText = typeof access === 'string' ? access : access.join(', ');
  return `<tr><td>${escapeHtml(kind)}</td><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(accessText)}</td><td>${escapeHtml(summary)}</td></tr>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
