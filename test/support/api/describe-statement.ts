import type { Client, Connection, FieldDef, Submittable } from 'pg';

/** A result column as PostgreSQL describes it. */
export interface DescribedColumn {
  name: string;
  type: string;
  /** True for a column of a table that can be null. False for one that can't, and for expressions. */
  isNullableColumn: boolean;
  isExpression: boolean;
}

/** Asks PostgreSQL to parse and describe a statement without running it. Rejects with the error of PostgreSQL. */
export async function describeStatement(client: Client, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<FieldDef[]>((resolve, reject) => {
    let described: FieldDef[] = [];
    const description = {
      submit: (connection: Connection) => {
        connection.parse({ name: '', text, types: [] }, false);
        connection.describe({ type: 'S', name: '' }, false);
        connection.sync();
      },
      handleRowDescription: (message: { fields: FieldDef[] }) => (described = message.fields),
      // After an error the driver doesn't report that the connection is ready again.
      handleError: reject,
      handleReadyForQuery: () => resolve(described),
    };
    client.query(description as Submittable);
  });
  const { rows } = await client.query<DescribedColumn>(
    `select field.name, type.typname as type, coalesce(not column_.attnotnull, false) as "isNullableColumn",
       field.table_ = 0 as "isExpression"
     from unnest($1::text[], $2::oid[], $3::oid[], $4::int[]) with ordinality as field (name, type, table_, number, place)
       join pg_type type on type.oid = field.type
       left join pg_attribute column_ on column_.attrelid = field.table_ and column_.attnum = field.number
     order by place`,
    [
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  );
  return rows;
}
