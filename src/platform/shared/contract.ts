import type * as z from 'zod';
import type { Access, Requirement } from './access.ts';

/**
 * The contract of a feature between browser and server. The keys are the endpoints as the specification writes them
 * (`GET profiles/{affiliateId}`), so the browser needs only the types.
 */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type EndpointKey = `${HttpMethod} ${string}`;

/** Enough for some texts. `test/static/body-limits.test.ts` computes what an endpoint needs. */
export const defaultBodyLimitBytes = 16 * 1024;

export interface Endpoint {
  /** One sentence for the API page. */
  summary: string;
  access: Access;
  /** Checked before the input is read. If it depends on the input, the handler calls `assertRequirement` instead. */
  requires?: readonly Requirement[];
  /** A read endpoint opens no transaction. By default GET reads and every other method writes. */
  kind?: 'read' | 'write';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A multipart form with one file in this field; the other fields are the body. */
  upload?: { field: string; maxBytes: number; isOptional?: boolean };
  /** The response schema; undeclared fields are removed. */
  output: z.ZodType;
  /** Of JSON, or of the fields of a form; `defaultBodyLimitBytes` if it is not set. */
  bodyLimitBytes?: number;
  /** The answer contains a credential, so it is never compressed (see `preventCompression`). */
  returnsSecret?: boolean;
}

export interface RestContract<Endpoints extends Record<string, Endpoint> = Record<string, Endpoint>> {
  /** The base path of the endpoints: `/api/<service>`, or a path of its own. */
  base: string;
  endpoints: Endpoints;
}

type ParsedShape<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type SentShape<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** An uploaded file. It is stored on disk until it is processed, so parallel uploads do not fill the memory. */
export interface UploadedFile {
  bytes: number;
  /** Streams the bytes from `start` to `end` (exclusive). */
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

/** The request parts that the endpoint declares. */
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
/** The return type of a handler: the output schema before its defaults are filled in. */
export type ReturnOf<C extends Endpoint> = z.input<C['output']>;

export function defineEndpoints<const Endpoints extends Record<EndpointKey, Endpoint>>(
  service: string,
  endpoints: Endpoints,
): RestContract<Endpoints> {
  return { base: service.startsWith('/') ? service : `/api/${service}`, endpoints };
}

export interface GraphqlField {
  summary: string;
  access: Access;
  requires?: readonly Requirement[];
  args?: z.ZodObject;
  output: z.ZodType;
  /** A subscription that raw notification sessions may open; they have no other access. */
  allowsRawSession?: boolean;
  /** The answer contains a credential, so it is never compressed (see `preventCompression`). */
  returnsSecret?: boolean;
}

export interface GraphqlContract<
  Queries extends Record<string, GraphqlField> = Record<string, GraphqlField>,
  Mutations extends Record<string, GraphqlField> = Record<string, GraphqlField>,
  Subscriptions extends Record<string, GraphqlField> = Record<string, GraphqlField>,
> {
  /** The GraphQL names of object and enum types. */
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
