import { getCallSites } from 'node:util';
import {
  sql,
  ValueNode,
  type Compilable,
  type CompiledQuery,
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

/** The defined queries. Tests compile all of them; a portal compiles those it runs, which saves memory and time at start. */
const definitions: (() => CompiledStatement)[] = [];

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

/** Defines a query that is compiled on its first use and prepared once per connection. */
export function query<Result, Values extends object = object>(
  build: (db: QueryCreator<Tables>, p: Params<Values>) => Compilable<Result>,
  options?: QueryOptions,
) {
  return defineQuery(build, getCallerFile(), options);
}

/** Requests choose shapes, so their number is bounded. The portal's own pages use fewer of each query. */
const maxShapes = 1_000;

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
      for (const oldest of queries.keys()) {
        if (queries.size < maxShapes) break;
        queries.delete(oldest);
      }
      known = createQuery<Result, Values>((db, p) => build(db, p, shape), options);
      queries.set(key, known);
    }
    return known;
  };
  for (const sample of samples) definitions.push(() => describe((db, p: Params<Values>) => build(db, p, sample), file));
  return get;
}

/** All statements of the loaded modules, and the samples of those that depend on a shape. */
export function listCompiledStatements(): readonly CompiledStatement[] {
  return definitions.map((describeDefinition) => describeDefinition());
}

function describe<Result, Values extends object>(
  build: (db: QueryCreator<Tables>, p: Params<Values>) => Compilable<Result>,
  file: string,
  columns?: CompiledStatement['columns'],
): CompiledStatement {
  const { sql: text, query: node } = compileQuery(build);
  return { text, node, file, columns };
}

/** The row type of a query. */
export type Row<Source extends (db: Db, ...values: never[]) => Promise<unknown[]>> = Awaited<
  ReturnType<Source>
>[number];

export type Query<Result, Values extends object> = {
  (db: Db, ...values: ValuesArgument<Values>): Promise<RowOf<Result>[]>;
  /** The first row. */
  first(db: Db, ...values: ValuesArgument<Values>): Promise<RowOf<Result> | undefined>;
  /** The only column of the first row as PostgreSQL writes it. Takes less time than `first`. Null if there is no row. */
  firstText(db: Db, ...values: ValuesArgument<Values>): Promise<string | null>;
  /**
   * The first row of the last statement of a transaction, which commits it in the same round trip. The caller must
   * neither run another statement nor fail afterwards.
   */
  firstAndCommit(db: Db, ...values: ValuesArgument<Values>): Promise<RowOf<Result> | undefined>;
  /** The first column of its first row, which must be text. Null if there is no row. */
  firstTextAndCommit(db: Db, ...values: ValuesArgument<Values>): Promise<string | null>;
  readonly text: string;
  /** The values in the order of the text's parameters. */
  toValues(...values: ValuesArgument<Values>): unknown[];
};

/** Defines a query of the file. */
export function defineQuery<Result, Values extends object>(
  build: (db: QueryCreator<Tables>, p: Params<Values>) => Compilable<Result>,
  file: string,
  { columns, ...options }: QueryOptions & Pick<CompiledStatement, 'columns'> = {},
): Query<Result, Values> {
  definitions.push(() => describe(build, file, columns));
  return createQuery(build, options);
}

function createQuery<Result, Values extends object>(
  build: (db: QueryCreator<Tables>, p: Params<Values>) => Compilable<Result>,
  { isReplanned = false }: QueryOptions = {},
): Query<Result, Values> {
  let known: { text: string; parameters: readonly Parameter[] } | undefined;
  const getStatement = () => {
    if (known === undefined) {
      const { sql: text, parameters } = compileQuery(build);
      known = { text, parameters: parameters as readonly Parameter[] };
    }
    return known;
  };
  const run = async (db: Db, ...[values]: ValuesArgument<Values>): Promise<RowOf<Result>[]> => {
    const { text, parameters } = getStatement();
    const { rows } = await getQueryRunner(db).run(text, encodeValues(parameters, values), isReplanned);
    return rows as RowOf<Result>[];
  };
  const first = async (db: Db, ...values: ValuesArgument<Values>) => (await run(db, ...values))[0];
  const firstText = (db: Db, ...[values]: ValuesArgument<Values>) => {
    const { text, parameters } = getStatement();
    return getQueryRunner(db).runForText(text, encodeValues(parameters, values));
  };
  const firstAndCommit = async (db: Db, ...[values]: ValuesArgument<Values>) => {
    const { text, parameters } = getStatement();
    const { rows } = await getQueryRunner(db).runLast(text, encodeValues(parameters, values), isReplanned);
    return rows[0] as RowOf<Result> | undefined;
  };
  const firstTextAndCommit = (db: Db, ...[values]: ValuesArgument<Values>) => {
    const { text, parameters } = getStatement();
    return getQueryRunner(db).runLastForText(text, encodeValues(parameters, values));
  };
  const toValues = (...[values]: ValuesArgument<Values>) => encodeValues(getStatement().parameters, values);
  const text = { get: () => getStatement().text };
  const methods = { first, firstText, firstAndCommit, firstTextAndCommit, toValues };
  return Object.defineProperties(Object.assign(run, methods), { text }) as Query<Result, Values>;
}

/** Throws for values that are neither parameters nor constants. */
export function compileQuery<Result, Values extends object = object>(
  build: (db: QueryCreator<Tables>, p: Params<Values>) => Compilable<Result>,
): CompiledQuery<Result> {
  return build(queryCreator, createParams<Values>()).compile();
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
