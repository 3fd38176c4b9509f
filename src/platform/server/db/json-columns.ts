import { sql, type AliasedExpression, type Expression, type RawBuilder } from 'kysely';

/** A field that a GraphQL document selects. */
export interface SelectedField {
  name: string;
  /** The name in the response, which an alias can change. */
  key: string;
  /** The selected fields of an object, null for a value. */
  fields: Selection | null;
}
export type Selection = readonly SelectedField[];

/** SQL for a field: a value, or a function of the fields selected from an object. */
export type JsonColumn = Expression<unknown> | JsonObjectColumn;
/** Null selects all fields. Returns null if the column has no SQL for the selection. */
type JsonObjectColumn = (fields: Selection | null) => Expression<unknown> | null;
/** SQL for every field of a contract's object. */
export type JsonColumns<Output extends object> = { readonly [Name in keyof Output]-?: JsonColumn };

/** PostgreSQL cuts longer names. */
const maxNameLength = 63;

/** The columns of a selection, named as in the response. Null if one of them has no SQL for its part of the selection. */
export function selectJsonColumns<Output extends object>(
  columns: JsonColumns<Output>,
  selection: Selection | null,
): AliasedExpression<unknown, string>[] | null {
  const known = columns as Readonly<Record<string, JsonColumn>>;
  const fields = selection ?? Object.keys(known).map((name) => ({ name, key: name, fields: null }));
  const selected: AliasedExpression<unknown, string>[] = [];
  for (const { name, key, fields: inner } of fields) {
    const column = Object.hasOwn(known, name) ? known[name] : undefined;
    const expression = typeof column === 'function' ? column(inner) : column;
    if (expression === undefined || expression === null || key.length > maxNameLength) return null;
    selected.push(toRaw(expression).as(key));
  }
  return selected;
}

/** An object column. `wrap` makes it a list or a subquery. */
export function jsonObject<Output extends object>(
  columns: JsonColumns<Output>,
  wrap: (object: RawBuilder<unknown>) => Expression<unknown> = (object) => object,
): JsonObjectColumn {
  return (fields) => {
    const selected = selectJsonColumns(columns, fields);
    if (selected === null) return null;
    const members = selected.flatMap(({ alias, expression }) => [sql.lit(String(alias)), expression]);
    return wrap(sql`json_build_object(${sql.join(members)})`);
  };
}

/** JSON that is returned as it is stored, if the selection has all of its fields under their own names. */
export function storedJson(stored: Expression<unknown>, names: readonly string[]): JsonObjectColumn {
  return (fields) => (isWholeSelection(fields, names) ? stored : null);
}

/** Whether all of these fields are selected under their own names. */
export function isWholeSelection(fields: Selection | null, names: readonly string[]): boolean {
  if (fields === null) return true;
  return fields.length === names.length && fields.every(({ name, key }) => name === key && names.includes(name));
}

/** The fields of a stored JSON object, which are null if they are missing. */
export function jsonFields<Name extends string>(
  stored: Expression<unknown>,
  names: readonly Name[],
): Record<Name, JsonColumn> {
  const columns = names.map((name) => [name, sql`${stored} -> ${sql.lit(name)}`]);
  return Object.fromEntries(columns) as Record<Name, JsonColumn>;
}

function toRaw(expression: Expression<unknown>): RawBuilder<unknown> {
  return 'as' in expression ? (expression as RawBuilder<unknown>) : sql`${expression}`;
}
