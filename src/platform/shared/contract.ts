import type * as z from 'zod';
import type { Access, Requirement } from './access.ts';

/**
 * The contract of an area: everything browser and server agree on. The keys are the calls as the specification
 * writes them (`GET profiles/{affiliateId}`), so the browser needs nothing of this file but its types.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type CallKey = `${Method} ${string}`;

export interface Call {
  /** One sentence for the API page. */
  summary: string;
  access: Access;
  /** Checked before the input is read. Where it depends on the input, the handler calls `assertRequirement` instead. */
  requires?: readonly Requirement[];
  /** A read that is one statement opens no transaction. By default GET reads and everything else writes. */
  kind?: 'read' | 'write';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A multipart form with one file in this field; the other fields are the body. */
  upload?: { field: string; maxBytes: number; isOptional?: boolean };
  /** What leaves the server; an undeclared field never does. */
  output: z.ZodType;
  bodyLimitBytes?: number;
}

export interface RestContract<Calls extends Record<string, Call> = Record<string, Call>> {
  /** Where the calls live: `/api/<service>`, or a path of its own. */
  base: string;
  calls: Calls;
}

type ShapeOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type SentAs<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What was uploaded: it waits on disk until somebody works on it, so that many at once do not fill the memory. */
export interface UploadedFile {
  bytes: number;
  /** From `start` until before `end`, a piece at a time. */
  readPart(start: number, end: number): AsyncIterable<Buffer>;
}

export interface InputOf<C extends Call> {
  params: ShapeOf<C['params']>;
  query: ShapeOf<C['query']>;
  body: ShapeOf<C['body']>;
  file: C['upload'] extends { isOptional: true }
    ? UploadedFile | undefined
    : C['upload'] extends object
      ? UploadedFile
      : undefined;
}

/** What the client is given to send: only the parts that the call has. */
export type RequestOf<C extends Call> = (C['params'] extends z.ZodType ? { params: SentAs<C['params']> } : unknown) &
  (C['query'] extends z.ZodType ? { query: SentAs<C['query']> } : unknown) &
  (C['upload'] extends object
    ? { form: FormData }
    : C['body'] extends z.ZodType
      ? { body: SentAs<C['body']> }
      : unknown);

export type OutputOf<C extends Call> = z.output<C['output']>;
/** What a handler may return: the declared shape, before its defaults are filled in. */
export type ReturnOf<C extends Call> = z.input<C['output']>;

export function defineCalls<const Calls extends Record<CallKey, Call>>(
  service: string,
  calls: Calls,
): RestContract<Calls> {
  return { base: service.startsWith('/') ? service : `/api/${service}`, calls };
}

export interface Field {
  summary: string;
  access: Access;
  requires?: readonly Requirement[];
  args?: z.ZodObject;
  output: z.ZodType;
  /** A subscription that raw notification sessions may open too; they can do nothing else. */
  allowsRawSession?: boolean;
}

export interface GraphqlContract<
  Queries extends Record<string, Field> = Record<string, Field>,
  Mutations extends Record<string, Field> = Record<string, Field>,
  Subscriptions extends Record<string, Field> = Record<string, Field>,
> {
  /** The names GraphQL gives to the object and enumeration types. */
  types: Record<string, z.ZodType>;
  queries: Queries;
  mutations: Mutations;
  subscriptions: Subscriptions;
}

export function defineGraphql<
  const Queries extends Record<string, Field>,
  const Mutations extends Record<string, Field>,
  const Subscriptions extends Record<string, Field>,
>(contract: GraphqlContract<Queries, Mutations, Subscriptions>): typeof contract {
  return contract;
}

export type ArgsOf<F extends Field> = F['args'] extends z.ZodType ? z.output<F['args']> : Record<string, never>;
export type FieldReturnOf<F extends Field> = z.input<F['output']>;

export function isRead(key: string, call: Call): boolean {
  return (call.kind ?? (key.startsWith('GET ') ? 'read' : 'write')) === 'read';
}

export function splitKey(key: string): { method: Method; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space) as Method, path: key.slice(space + 1) };
}
