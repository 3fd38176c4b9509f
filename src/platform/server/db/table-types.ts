import type { ColumnType } from 'kysely';
import type { DB, Json } from './db-types.ts';

/**
 * More exact column types than the schema can tell, by `table.column`: unions of text columns and the content of JSON
 * columns. Features add theirs in `server/tables.ts`. Whether a table's column can be null comes from the schema.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface ColumnTypes {}

/**
 * Which tables and views a feature owns and which ones of other features it reads, declared in its `server/tables.ts`.
 * Only the owner writes a table. `test/static/table-ownership.test.ts` compares the declarations with all statements.
 */
export interface TableAccess {
  owns: readonly (keyof Tables)[];
  reads: readonly (keyof Tables)[];
  /** Tables of a feature that can't be called, because it depends on this one. */
  writes?: readonly (keyof Tables)[];
}

/** Marks a view's column that is never null, because PostgreSQL reports all columns of views as nullable. */
export interface NotNull<Type> {
  readonly notNull: Type;
}

/** A parameter made by `toJson`. JSON columns accept no lists, because the driver would write them as PostgreSQL arrays. */
export interface JsonText<Content> {
  readonly jsonText: Content;
}

/** The generated table types with `ColumnTypes` applied. */
export type Tables = {
  [Table in keyof DB]: {
    [Column in keyof DB[Table] & string]: `${Table}.${Column}` extends keyof ColumnTypes
      ? WithType<DB[Table][Column], ColumnTypes[`${Table}.${Column}`]>
      : [Json] extends [SelectOf<DB[Table][Column]>]
        ? JsonColumn<DB[Table][Column], Json, unknown>
        : DB[Table][Column];
  };
};

type SelectOf<Column> = Column extends ColumnType<infer Select, unknown, unknown> ? Select : Column;
type InsertOf<Column> = Column extends ColumnType<unknown, infer Insert, unknown> ? Insert : Column;

type WithType<Column, Type> = [Type] extends [NotNull<infer Known>]
  ? Known
  : [Json] extends [SelectOf<Column>]
    ? JsonColumn<Column, Type, Type>
    : ColumnType<
        Type | Extract<SelectOf<Column>, null>,
        Type | Extract<InsertOf<Column>, null | undefined>,
        Type | Extract<SelectOf<Column>, null>
      >;

type JsonColumn<Column, Content, Written> = ColumnType<
  Content,
  JsonText<Written> | string | Extract<InsertOf<Column>, undefined>,
  JsonText<Written> | string
>;
