import { GraphQLError } from 'graphql';
import * as z from 'zod';
import type { FastifyReply } from 'fastify';
import { authorize } from '#platform/server/auth/access.ts';
import { runAsCaller } from '#platform/server/auth/current-person.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Selection } from '#platform/server/db/json-columns.ts';
import type { Services } from '#platform/server/http/context.ts';
import { preventCompression } from '#platform/server/http/compression.ts';
import { createPlainContext, createRequestContext } from '#platform/server/http/endpoints.ts';
import { parseInput, parseShape } from '#platform/server/http/errors.ts';
import type { GraphqlContext } from './graphql.ts';
import type { JsonPlan, PlannedField } from './json-plan.ts';

/**
 * Answers a document with the JSON that PostgreSQL has built, or with the errors of its fields. Null if the ordinary
 * path must answer.
 */
export async function runJsonPlan(
  services: Services,
  plan: JsonPlan,
  context: GraphqlContext,
  variables: Record<string, unknown>,
): Promise<string | { errors: GraphQLError[] } | null> {
  const coerced = plan.coerceVariables(variables);
  if (coerced === null) return null;
  const errors: GraphQLError[] = [];
  // Concurrent statements are sent together.
  const texts = await Promise.all(
    plan.fields.map((field) =>
      runField(services, field, context, coerced).catch((error: Error) => {
        const { root, key } = field;
        services.securityEvents.count(context.request, `${root.kind} ${root.name}`, context.user, error);
        errors.push(new GraphQLError(error.message, { path: [key], originalError: error }));
        return null;
      }),
    ),
  );
  if (errors.length > 0) return { errors };
  let data = '';
  for (const [place, text] of texts.entries()) {
    if (text === null) return null;
    data += `${place === 0 ? '' : ','}"${plan.fields[place]?.key}":${text}`;
  }
  return `{"data":{${data}}}`;
}

/** Access, arguments, SQL, output: the steps of the ordinary path. */
async function runField(
  services: Services,
  { root: { kind, field, handler }, run, selection, getArgs }: PlannedField,
  { request, isStorable, reply, user }: GraphqlContext,
  variables: Record<string, unknown>,
): Promise<string | null> {
  await authorize(services, request, field, user);
  if (field.returnsSecret) preventCompression(reply as FastifyReply);
  const args = (field.args ? (isStorable ? parseShape : parseInput)(field.args, getArgs(variables)) : {}) as never;
  const createContext = (db: Db) =>
    createPlainContext(services, request, reply as FastifyReply, db, user as never) as never;
  if (run === null) {
    const { db } = services.database;
    const ctx = createRequestContext(services, request, reply as FastifyReply, db, user as never) as never;
    const value = await runAsCaller(request, user, () => handler(ctx, args));
    if (!services.env.isProduction) field.output.parse(value);
    return JSON.stringify(value ?? null);
  }
  const text =
    kind === 'query'
      ? await run(createContext(services.database.db), args)
      : await services.database.inTransaction(request.id, (db) =>
          runAsCaller(request, user, () => run(createContext(db), args)),
        );
  if (text !== null && selection !== null && !services.env.isProduction)
    pickSelected(field.output, selection).parse(JSON.parse(text));
  return text;
}

/** The part of a contract that a document selects, by the names of the response. */
function pickSelected(schema: z.ZodType, selection: Selection): z.ZodType {
  if (schema instanceof z.ZodNullable) return pickSelected(schema.unwrap() as z.ZodType, selection).nullable();
  if (schema instanceof z.ZodOptional) return pickSelected(schema.unwrap() as z.ZodType, selection).optional();
  if (schema instanceof z.ZodArray) return z.array(pickSelected(schema.element as z.ZodType, selection));
  if (!(schema instanceof z.ZodObject)) return schema;
  const shape = schema.shape as Record<string, z.ZodType>;
  const members = selection.map(({ name, key, fields }) => {
    const member = shape[name];
    if (member === undefined) throw new Error(`the field ${name} is not in the contract`);
    return [key, fields === null ? member : pickSelected(member, fields)];
  });
  return z.strictObject(Object.fromEntries(members));
}
