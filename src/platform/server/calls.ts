import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { isRead, splitKey, type Call, type InputOf, type RestContract, type ReturnOf } from '../shared/contract.ts';
import { authenticate, checkPrincipal, header, localeOf } from './access.ts';
import { actForCaller } from './current-person.ts';
import type { Context, Services, UserFor } from './context.ts';
import { parseInput } from './errors.ts';
import { FileReply } from './file-reply.ts';
import { countRefusal } from './refusals.ts';
import { readUpload } from './upload.ts';

export type Handler<C extends Call> = (
  ctx: Context<UserFor<C['access']>>,
  input: InputOf<C>,
) => Promise<ReturnOf<C> | FileReply>;
export type Handlers<Contract extends RestContract> = {
  [Key in keyof Contract['calls']]: Handler<Contract['calls'][Key]>;
};

/** Gives each call of a contract its route: token, access, input, transaction, handler, output. */
export function registerCalls<const Contract extends RestContract>(
  app: FastifyInstance,
  services: Services,
  contract: Contract,
  handlers: Handlers<Contract>,
): void {
  for (const [key, call] of Object.entries(contract.calls)) {
    const { method, path } = splitKey(key);
    const handler = handlers[key] as unknown as Handler<Call>;
    const readInput = inputReader(call);
    const reads = isRead(key, call);
    app.route({
      method,
      // Whoever only asks for the headers, such as a scanner of links, must not change anything by it.
      ...(reads ? {} : { exposeHeadRoute: false }),
      url: `${contract.base}/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
      handler: async (request, reply) => answer(request, reply).catch(countRefusal(services, request, key)),
    });

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const user = await authenticate(
        services.tokens,
        header(request, 'authorization'),
        header(request, 'affiliate-id'),
      );
      await checkPrincipal(services, request, call, user);
      const upload = call.upload && (await readUpload(request, call.upload));
      // What a call answers is somebody's own, unless its handler says otherwise.
      reply.header('cache-control', 'no-store');
      const work = () => {
        const input = { ...readInput(request, upload?.fields ?? request.body), file: upload?.file };
        const run = (db: Context['db']) =>
          handler(contextOf(services, request, reply, db, user as never) as never, input as never);
        return reads ? run(services.database.db) : services.database.inTransaction(request.id, run);
      };
      const forPerson = () => actForCaller(request, user, work);
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

export function contextOf<User extends Context<never>['user']>(
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
    locale: localeOf(request),
    correlationId: request.id,
    log: request.log,
    services,
    request,
    reply,
  };
}

/** Unknown fields are refused unless a schema says that it is open. */
function strict(schema: z.ZodType): z.ZodType {
  // What may be left out is read as closely where it is not.
  if (schema instanceof z.ZodDefault) return strict(schema.unwrap() as z.ZodType).default(schema.def.defaultValue);
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
}

function inputReader(call: Call): (request: FastifyRequest, given: unknown) => Omit<InputOf<Call>, 'file'> {
  const params = call.params && strict(call.params);
  const query = strict(call.query ?? z.object({}));
  const body = call.body && strict(call.body);
  return (request, given) =>
    ({
      params: params && parseInput(params, request.params),
      query: parseInput(query, request.query),
      body: body && parseInput(body, given),
    }) as Omit<InputOf<Call>, 'file'>;
}
