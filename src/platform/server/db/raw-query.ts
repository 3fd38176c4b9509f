import type { CompiledQuery, RawBuilder } from 'kysely';
import { queryCreator } from './query-compiler.ts';
import { defineQuery, getCallerFile, type Params, type Query, type QueryOptions } from './query.ts';

/** A result column of a raw query. The PostgreSQL types are checked by the test of all statements. */
export interface RawColumn<Type> {
  readonly postgresTypes: readonly string[];
  readonly isNotNull: boolean;
  /** Only for inference. */
  readonly type?: Type;
}

const createColumn = <Type>(...postgresTypes: string[]): RawColumn<Type | null> => ({
  postgresTypes,
  isNotNull: false,
});

export const integer = createColumn<number>('int2', 'int4', 'int8');
export const float = createColumn<number>('float4', 'float8');
export const text = createColumn<string>('text', 'varchar', 'bpchar', 'uuid', 'date', 'time', 'numeric', 'inet');
export const boolean = createColumn<boolean>('bool');
export const timestamp = createColumn<Date>('timestamptz');
export const bytes = createColumn<Buffer>('bytea');
export const json = <Content>() => createColumn<Content>('json', 'jsonb');
export const list = <Item>(item: RawColumn<Item | null>) =>
  createColumn<Item[]>(...item.postgresTypes.map((type) => `_${type}`));
/** Restricts a column to some of its values. */
export const oneOf = <Value>(column: RawColumn<unknown>) => column as RawColumn<Value | null>;
/** Marks a column as never null. PostgreSQL only knows it of plain table columns, for which a test checks it. */
export const notNull = <Type>(column: RawColumn<Type>): RawColumn<NonNullable<Type>> => ({
  ...(column as RawColumn<NonNullable<Type>>),
  isNotNull: true,
});

type RowOf<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends RawColumn<infer Type> ? Type : never;
};

/**
 * Defines a query in SQL, for what the query builder can't express. PostgreSQL is asked whether the statement returns
 * these columns.
 */
export function rawQuery<
  const Columns extends Readonly<Record<string, RawColumn<unknown>>>,
  Values extends object = object,
>(
  columns: Columns,
  build: (p: Params<Values>) => RawBuilder<unknown>,
  options?: QueryOptions,
): Query<RowOf<Columns>, Values> {
  const compile = (p: Params<Values>) => build(p).compile(queryCreator) as CompiledQuery<RowOf<Columns>>;
  return defineQuery((_db, p: Params<Values>) => ({ compile: () => compile(p) }), getCallerFile(), {
    ...options,
    columns,
  });
}
