import { getCallSites } from 'node:util';
import {
  sql,
  ValueNode,
  type Compilable,
  type DeleteResult,
  type InsertResult,
  type QueryCreator,
  type RawBuilder,
  type RootOperationNode,
  type SqlBool,
  type UpdateResult,
} from 'kysely';
import { getQueryRunner } from './connection.ts';
import type { Db } from './database.ts';
import { Parameter, queryCreator } from './query-compiler.ts';
import type { RawColumn } from './raw-query.ts';
import type { JsonText, Tables } from './table-types.ts';

/** The named values of a query: `p.affiliateId` is a parameter in the query and a property of each call's values. */
export type Params<Values extends object> = { readonly [Name in keyof Values]-?: RawBuilder<Values[Name]> };

/** A statement as PostgreSQL gets it, for the tests that check all of them. */
export interface CompiledStatement {
  text: string;
  node: RootOperationNode;
  /** The file that defines the query. */
  file: string;
  /** The declared columns of a raw query. */
  columns?: Readonly<Record<string, RawColumn<unknown>>> | undefined;
}

const compiledStatements: CompiledStatement[] = [];

type RowOf<Result> = Result extends InsertResult | UpdateResult | DeleteResult
  ? never
  : { [Name in keyof Result]: ToBoolean<Result[Name]> };
/** Kysely types conditions as `boolean | 0 | 1` for other databases. */
type ToBoolean<Value> = SqlBool extends Value ? (Value extends 0 | 1 ? never : Value) : Value;
type ValuesArgument<Values> = object extends Values ? [] : [values: Values];

export interface QueryOptions {
  /** Plans the statement on every call. For searches, whose best plan depends on the search term. */
  isReplanned?: boolean;
}

/** Defines a query that is compiled when its module loads and prepared once per connection. */
export function query<Result, Values extends object = object>(
  build: (db: QueryCreator<Tables>, p: Params<Values>) => Compilable<Result>,
  options?: QueryOptions,
) {
  return defineQuery(build, getCallerFile(), options);
}

/**
 * Defines a query whose text depends on a shape, for example on the filters in use. Each shape is compiled on its first
 * use. `samples` are the shapes that tests check.
 */
export function queryBy<Shape, Result, Values extends object = object>(
  build: (db: QueryCreator<Tables>, p: Params<Values>, shape: Shape) => Compilable<Result>,
  samples: readonly Shape[],
  options?: QueryOptions,
) {
  const file = getCallerFile();
  const queries = new Map<string, Query<Result, Values>>();
  const get = (shape: Shape): Query<Result, Values> => {
    const key = JSON.stringify(shape);
    let known = queries.get(key);
    if (known === undefined) {
      known = defineQuery<Result, Values>((db, p) => build(db, p, shape), file, options);
      queries.set(key, known);
    }
    return known;
  };
  sampledQueries.push(() => samples.forEach(get));
  return get;
}

const sampledQueries: (() => void)[] = [];

/** All statements of the loaded modules, and the samples of those that depend on a shape. */
export function listCompiledStatements(): readonly CompiledStatement[] {
  for (const compileSamples of sampledQueries) compileSamples();
  return compiledStatements;
}

/** The row type of a query. */
export type Row<Source extends (db: Db, ...values: never[]) => Promise<unknown[]>> = Awaited<
  ReturnType<Source>
>[number];

export type Query<Result, Values extends object> = {
  (db: Db, ...values: ValuesArgument<Values>): Promise<RowOf<Result>[]>;
  /** The first row. */
  first(db: Db, ...values: ValuesArgument<Values>): Promise<RowOf<Result> | undefined>;
  readonly text: string;
  /** The values in the order of the text's parameters. */
  toValues(...values: ValuesArgument<Values>): unknown[];
};

/** Compiles a query that the file defines. */
export function defineQuery<Result, Values extends object>(
  build: (db: QueryCreator<Tables>, p: Params<Values>) => Compilable<Result>,
  file: string,
  { isReplanned = false, columns }: QueryOptions & Pick<CompiledStatement, 'columns'> = {},
): Query<Result, Values> {
  const compiled = build(queryCreator, createParams<Values>()).compile();
  const text = compiled.sql;
  const parameters = compiled.parameters as readonly Parameter[];
  compiledStatements.push({ text, node: compiled.query, file, columns });
  const run = async (db: Db, ...[values]: ValuesArgument<Values>): Promise<RowOf<Result>[]> => {
    const { rows } = await getQueryRunner(db).run(text, encodeValues(parameters, values), isReplanned);
    return rows as RowOf<Result>[];
  };
  const first = async (db: Db, ...values: ValuesArgument<Values>) => (await run(db, ...values))[0];
  const toValues = (...[values]: ValuesArgument<Values>) => encodeValues(parameters, values);
  return Object.assign(run, { first, text, toValues });
}

function createParams<Values extends object>(): Params<Values> {
  const get = (_target: object, name: string) => sql.val(new Parameter(name));
  return new Proxy({}, { get }) as Params<Values>;
}

/** Passes a parameter as JSON. */
export function toJson<Content>(parameter: RawBuilder<Content>): RawBuilder<JsonText<Content>> {
  const [node] = parameter.toOperationNode().parameters;
  const value = node !== undefined && ValueNode.is(node) ? node.value : undefined;
  if (!(value instanceof Parameter)) throw new TypeError('toJson takes a parameter of the query');
  return sql`${sql.val(new Parameter(value.name, true))}::jsonb`;
}

function encodeValues(parameters: readonly Parameter[], values: object = {}): unknown[] {
  return parameters.map(({ name, isJson }) => {
    const value = (values as Record<string, unknown>)[name];
    return isJson && value !== undefined && value !== null ? JSON.stringify(value) : value;
  });
}

/** The file that calls the caller of this function. */
export function getCallerFile(): string {
  return getCallSites(3)[2]?.scriptName ?? '';
}
