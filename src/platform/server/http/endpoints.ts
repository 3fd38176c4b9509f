import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
import type { Context, Services, UserFor } from './context.ts';
import { parseInput } from './errors.ts';
import { FileReply } from './file-reply.ts';
import { countDenial } from '#platform/server/auth/security-event-counter.ts';
import { readUpload } from './upload.ts';

export type Handler<C extends Endpoint> = (
  ctx: Context<UserFor<C['access']>>,
  input: InputOf<C>,
) => Promise<ReturnOf<C> | FileReply>;
export type Handlers<Contract extends RestContract> = {
  [Key in keyof Contract['calls']]: Handler<Contract['calls'][Key]>;
};

/** Gives each call of a contract its route: token, access, input, transaction, handler, output. */
export function registerEndpoints<const Contract extends RestContract>(
  app: FastifyInstance,
  services: Services,
  contract: Contract,
  handlers: Handlers<Contract>,
): void {
  for (const [key, call] of Object.entries(contract.calls)) {
    const { method, path } = parseEndpointKey(key);
    const handler = handlers[key] as unknown as Handler<Endpoint>;
    const readInput = createInputParser(call);
    const reads = isReadEndpoint(key, call);
    app.route({
      method,
      // Whoever only asks for the headers, such as a scanner of links, must not change anything by it.
      ...(reads ? {} : { exposeHeadRoute: false }),
      url: `${contract.base}/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
      handler: async (request, reply) => answer(request, reply).catch(countDenial(services, request, key)),
    });

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const user = await authenticate(
        services.tokens,
        getHeader(request, 'authorization'),
        getHeader(request, 'affiliate-id'),
      );
      await authorize(services, request, call, user);
      const upload = call.upload && (await readUpload(request, call.upload));
      // What a call answers is somebody's own, unless its handler says otherwise.
      reply.header('cache-control', 'no-store');
      const work = () => {
        const input = { ...readInput(request, upload?.fields ?? request.body), file: upload?.file };
        const run = (db: Context['db']) =>
          handler(createRequestContext(services, request, reply, db, user as never) as never, input as never);
        return reads ? run(services.database.db) : services.database.inTransaction(request.id, run);
      };
      const forPerson = () => runAsCaller(request, user, work);
      const result = upload === undefined ? await forPerson() : await upload.keepDuring(forPerson);
      if (result instanceof FileReply) return result.send(reply);
      if (reply.sent) return reply;
      const output = call.output.parse(result);
      if (output === undefined || output === null)
        return reply.header('content-type', 'application/json; charset=utf-8').send('null');
      return output;
    }
  }
}

export function createRequestContext<User extends Context<never>['user']>(
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
    locale: getRequestLocale(request),
    correlationId: request.id,
    log: request.log,
    services,
    request,
    reply,
  };
}

/** Unknown fields are refused unless a schema says that it is open. */
function toStrictSchema(schema: z.ZodType): z.ZodType {
  // What may be left out is read as closely where it is not.
  if (schema instanceof z.ZodDefault)
    return toStrictSchema(schema.unwrap() as z.ZodType).default(schema.def.defaultValue);
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
}

function createInputParser(
  call: Endpoint,
): (request: FastifyRequest, given: unknown) => Omit<InputOf<Endpoint>, 'file'> {
  const params = call.params && toStrictSchema(call.params);
  const query = toStrictSchema(call.query ?? z.object({}));
  const body = call.body && toStrictSchema(call.body);
  return (request, given) =>
    ({
      params: params && parseInput(params, request.params),
      query: parseInput(query, request.query),
      body: body && parseInput(body, given),
    }) as Omit<InputOf<Endpoint>, 'file'>;
}
