import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import {
  isReadEndpoint,
  parseEndpointKey,
  type Endpoint,
  type InputOf,
  type RestContract,
  type ReturnOf,
} from '#platform/shared/contract.ts';
import { authenticate, authorize, getHeader, getRequestLocale } from '#platform/server/auth/access.ts';
import { runAsCaller } from '#platform/server/auth/current-person.ts';
import { preventCompression } from './compression.ts';
import type { Context, PlainContext, Services, UserFor } from './context.ts';
import { parseInput } from './errors.ts';
import { FileReply } from './file-reply.ts';
import { countDenial } from '#platform/server/auth/security-event-counter.ts';
import { readUpload } from './upload.ts';

export type Handler<C extends Endpoint> = (
  ctx: Context<UserFor<C['access']>>,
  input: InputOf<C>,
) => Promise<ReturnOf<C> | FileReply>;
export type Handlers<Contract extends RestContract> = {
  [Key in keyof Contract['endpoints']]: Handler<Contract['endpoints'][Key]>;
};

/** Registers a route for each endpoint: token, access, input, transaction, handler, output. */
export function registerEndpoints<const Contract extends RestContract>(
  app: FastifyInstance,
  services: Services,
  contract: Contract,
  handlers: Handlers<Contract>,
): void {
  for (const [key, endpoint] of Object.entries(contract.endpoints)) {
    const { method, path } = parseEndpointKey(key);
    const handler = handlers[key] as unknown as Handler<Endpoint>;
    const readInput = createInputParser(endpoint);
    const reads = isReadEndpoint(key, endpoint);
    const route: RouteOptions = {
      method,
      // HEAD requests, such as those of link scanners, must not trigger a write.
      ...(reads ? {} : { exposeHeadRoute: false }),
      url: `${contract.base}/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
      handler: async (request, reply) => answer(request, reply).catch(countDenial(services, request, key)),
    };
    if (endpoint.upload === undefined) app.route(route);
    else registerUploadRoute(app, route);

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const user = authenticate(
        services.tokens,
        getHeader(request, 'authorization'),
        getHeader(request, 'affiliate-id'),
      );
      await authorize(services, request, endpoint, user);
      if (endpoint.returnsSecret) preventCompression(reply);
      const upload = endpoint.upload && (await readUpload(request, endpoint.upload, endpoint.bodyLimitBytes));
      // Responses are private by default. A handler may override this.
      reply.header('cache-control', 'no-store');
      const work = () => {
        const input = { ...readInput(request, upload?.fields ?? request.body), file: upload?.file };
        const run = (db: Context['db']) =>
          handler(createRequestContext(services, request, reply, db, user as never) as never, input as never);
        return reads ? run(services.database.db) : services.database.inTransaction(request.id, run);
      };
      const forPerson = () => runAsCaller(request, user, work);
      const result = upload === undefined ? await forPerson() : await upload.cleanUpAfter(forPerson);
      if (result instanceof FileReply) return result.send(reply);
      if (reply.sent) return reply;
      const output = endpoint.output.parse(result);
      if (output === undefined || output === null)
        return reply.header('content-type', 'application/json; charset=utf-8').send('null');
      return output;
    }
  }
}

/** The plugin is encapsulated, because its hooks cost every route of its scope some time. */
function registerUploadRoute(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    await scope.register(multipart);
    scope.route(route);
  });
}

type AnyUser = Context<never>['user'];

/** The context of work that doesn't need the language, which takes time to set up. */
export function createPlainContext<User extends AnyUser>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  db: Context['db'],
  user: User,
): PlainContext<User> {
  return { db, user, now: new Date(), correlationId: request.id, log: request.log, services, request, reply };
}

export function createRequestContext<User extends AnyUser>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  db: Context['db'],
  user: User,
): Context<User> {
  return {
    db,
    user,
    now: new Date(),
    // Few handlers need the language, and parsing the header takes time.
    get locale() {
      return getRequestLocale(request);
    },
    correlationId: request.id,
    log: request.log,
    services,
    request,
    reply,
  };
}

/** Contracts are shared by all servers of a process, and tests open many. */
const strictSchemas = new WeakMap<z.ZodType, z.ZodType>();

/** Rejects unknown fields unless the schema is declared open. */
function toStrictSchema(schema: z.ZodType): z.ZodType {
  const known = strictSchemas.get(schema) ?? createStrictSchema(schema);
  strictSchemas.set(schema, known);
  return known;
}

function createStrictSchema(schema: z.ZodType): z.ZodType {
  // Optional input is checked as strictly as required input.
  if (schema instanceof z.ZodDefault)
    return toStrictSchema(schema.unwrap() as z.ZodType).default(schema.def.defaultValue);
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
}

const noQuery = z.object({});

function createInputParser(
  endpoint: Endpoint,
): (request: FastifyRequest, rawBody: unknown) => Omit<InputOf<Endpoint>, 'file'> {
  const params = endpoint.params && toStrictSchema(endpoint.params);
  const query = toStrictSchema(endpoint.query ?? noQuery);
  const body = endpoint.body && toStrictSchema(endpoint.body);
  return (request, rawBody) =>
    ({
      params: params && parseInput(params, request.params),
      query: parseInput(query, request.query),
      body: body && parseInput(body, rawBody),
    }) as Omit<InputOf<Endpoint>, 'file'>;
}
