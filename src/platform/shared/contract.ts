import type * as z from 'zod';
import type { Access, Requirement } from './access.ts';

/**
 * The contract of an area: everything browser and server agree on. The keys are the calls as the specification
 * writes them (`GET profiles/{affiliateId}`), so the browser needs nothing of this file but its types.
 */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type EndpointKey = `${HttpMethod} ${string}`;

export interface Endpoint {
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

export interface RestContract<Calls extends Record<string, Endpoint> = Record<string, Endpoint>> {
  /** Where the calls live: `/api/<service>`, or a path of its own. */
  base: string;
  calls: Calls;
}

type ParsedShape<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type SentShape<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What was uploaded: it waits on disk until somebody works on it, so that many at once do not fill the memory. */
export interface UploadedFile {
  bytes: number;
  /** From `start` until before `end`, a piece at a time. */
  readPart(start: number, end: number): AsyncIterable<Buffer>;
}

export interface InputOf<C extends Endpoint> {
  params: ParsedShape<C['params']>;
  query: ParsedShape<C['query']>;
  body: ParsedShape<C['body']>;
  file: C['upload'] extends { isOptional: true }
    ? UploadedFile | undefined
    : C['upload'] extends object
      ? UploadedFile
      : undefined;
}

/** What the client is given to send: only the parts that the call has. */
export type RequestOf<C extends Endpoint> = (C['params'] extends z.ZodType
  ? { params: SentShape<C['params']> }
  : unknown) &
  (C['query'] extends z.ZodType ? { query: SentShape<C['query']> } : unknown) &
  (C['upload'] extends object
    ? { form: FormData }
    : C['body'] extends z.ZodType
      ? { body: SentShape<C['body']> }
      : unknown);

export type OutputOf<C extends Endpoint> = z.output<C['output']>;
/** What a handler may return: the declared shape, before its defaults are filled in. */
export type ReturnOf<C extends Endpoint> = z.input<C['output']>;

export function defineEndpoints<const Calls extends Record<EndpointKey, Endpoint>>(
  service: string,
  calls: Calls,
): RestContract<Calls> {
  return { base: service.startsWith('/') ? service : `/api/${service}`, calls };
}

export interface GraphqlField {
  summary: string;
  access: Access;
  requires?: readonly Requirement[];
  args?: z.ZodObject;
  output: z.ZodType;
  /** A subscription that raw notification sessions may open too; they can do nothing else. */
  allowsRawSession?: boolean;
}

export interface GraphqlContract<
  Queries extends Record<string, GraphqlField> = Record<string, GraphqlField>,
  Mutations extends Record<string, GraphqlField> = Record<string, GraphqlField>,
  Subscriptions extends Record<string, GraphqlField> = Record<string, GraphqlField>,
> {
  /** The names GraphQL gives to the object and enumeration types. */
  types: Record<string, z.ZodType>;
  queries: Queries;
  mutations: Mutations;
  subscriptions: Subscriptions;
}

export function defineGraphql<
  const Queries extends Record<string, GraphqlField>,
  const Mutations extends Record<string, GraphqlField>,
  const Subscriptions extends Record<string, GraphqlField>,
>(contract: GraphqlContract<Queries, Mutations, Subscriptions>): typeof contract {
  return contract;
}

export type ArgsOf<F extends GraphqlField> = F['args'] extends z.ZodType ? z.output<F['args']> : Record<string, never>;
export type FieldReturnOf<F extends GraphqlField> = z.input<F['output']>;

export function isReadEndpoint(key: string, call: Endpoint): boolean {
  return (call.kind ?? (key.startsWith('GET ') ? 'read' : 'write')) === 'read';
}

export function parseEndpointKey(key: string): { method: HttpMethod; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space) as HttpMethod, path: key.slice(space + 1) };
}
