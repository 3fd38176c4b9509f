import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { json, list, notNull, rawQuery, text } from '#platform/server/db/raw-query.ts';

/** The treatment of a column in exports and erasures, as declared in its comment. */
export type ColumnTreatment =
  | { kind: 'plain' }
  | { kind: 'secret' }
  | { kind: 'sealed'; lock: EncryptionKeySource }
  | { kind: 'file'; lock: EncryptionKeySource | null };

/**
 * The key of an encrypted column: the derived key of a purpose, or the record key, which another column contains in
 * encrypted form.
 */
export type EncryptionKeySource = { purpose: string } | { keyColumn: string };

export interface PersonalColumn {
  name: string;
  type: string;
  treatment: ColumnTreatment;
}

/** A table with personal data, as declared in its comment. */
export interface PersonalTable {
  name: string;
  isExported: boolean;
  onErasure: 'delete' | 'anonymise' | 'keep';
  /** The reason, if the declaration has one. */
  reason: string | null;
  columns: PersonalColumn[];
  primaryKey: string[];
  /** The referenced tables. */
  references: string[];
}

/** The keys that identify a person's rows. */
export interface PersonKeys {
  affiliateId: number;
  sub: string;
  /** The verified email address of the account; null if it has none or belongs to another issuer. */
  email: string | null;
  /** Mail to the address before this time may be another person's. Null counts all, for an erasure. */
  emailSince: Date | null;
}

type PersonLookup<Table extends keyof Tables> = (
  eb: ExpressionBuilder<Tables, Table>,
  keys: PersonKeys,
) => Expression<SqlBool>;

/** Conditions that find a person's rows, for tables without a column affiliate_id or sub. */
export type PersonLookups = { readonly [Table in keyof Tables]?: PersonLookup<Table> };

/** The lookups of platform tables. */
const platformLookups: PersonLookups = {
  audit_entry: (eb, { affiliateId }) =>
    eb.or([eb('actor_affiliate_id', '=', affiliateId), eb('subject', '=', `person:${affiliateId}`)]),
  link_token: (eb, { affiliateId, sub }) =>
    eb.or([
      eb(sql<string>`data ->> 'sub'`, '=', sub),
      eb(sql<string>`data ->> 'affiliateId'`, '=', String(affiliateId)),
    ]),
  // The account service sends mail without knowing the affiliate id.
  mail_outbox: (eb, { affiliateId, email, emailSince }) =>
    eb.or([
      eb('affiliate_id', '=', affiliateId),
      eb('affiliate_id', 'is', null)
        .and(sql<boolean>`lower(to_address) = lower(${email}::text)`)
        .and(sql<boolean>`created_at >= coalesce(${emailSince}::timestamptz, '-infinity')`),
    ]),
};

interface CatalogColumn {
  name: string;
  type: string;
  comment: string | null;
}

/** Raw SQL, because the catalog of PostgreSQL is not part of the table types. */
const listCatalogTables = rawQuery(
  {
    name: notNull(text),
    declaration: notNull(text),
    columns: notNull(json<CatalogColumn[]>()),
    primaryKey: notNull(list(text)),
    references: notNull(list(text)),
  },
  () => sql`
    select c.relname::text as name, obj_description(c.oid, 'pg_class') as declaration,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'comment', col_description(c.oid, a.attnum)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place) as "primaryKey",
      array(select distinct confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> conrelid) as references
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and obj_description(c.oid, 'pg_class') like 'personal:%'
    order by c.relname`,
);

const declarationPattern = /^personal: (export|not exported), (delete|anonymise|keep) on erasure(?: \((.+)\))?$/;
const commentPattern = /^(?<kind>secret|sealed|file|sealed file)(?:: (?<purpose>[\w-]+)| by (?<keyColumn>\w+))?$/;

/** Reads the declarations from the database catalog, so new tables are always included. */
export async function listPersonalTables(db: Db): Promise<PersonalTable[]> {
  return (await listCatalogTables(db)).map(({ name, declaration, columns, primaryKey, references }) => {
    const [, exported, onErasure, reason = null] = declarationPattern.exec(declaration) ?? [];
    if (onErasure === undefined) throw new Error(`the table ${name} is not declared for export and erasure`);
    if (primaryKey.length === 0) throw new Error(`the table ${name} has no primary key to read it by`);
    return {
      name,
      isExported: exported === 'export',
      onErasure: onErasure as PersonalTable['onErasure'],
      reason,
      columns: columns.map((column) => ({
        name: column.name,
        type: column.type,
        treatment: parseColumnTreatment(name, column, columns),
      })),
      primaryKey,
      references,
    };
  });
}

function parseColumnTreatment(
  table: string,
  { name, comment }: CatalogColumn,
  columns: readonly CatalogColumn[],
): ColumnTreatment {
  if (comment === null) return { kind: 'plain' };
  const { kind, ...names } = commentPattern.exec(comment)?.groups ?? {};
  const lock = parseKeySource(names, columns);
  if (kind === 'secret' && lock === null) return { kind };
  if (kind === 'sealed' && lock) return { kind, lock };
  if (lock !== undefined && kind === (lock === null ? 'file' : 'sealed file')) return { kind: 'file', lock };
  throw new Error(`the comment on ${table}.${name} is not a valid privacy declaration: ${comment}`);
}

/** Null without a key source. Undefined if the named column does not exist or has the wrong type. */
function parseKeySource(
  { purpose, keyColumn }: Record<string, string | undefined>,
  columns: readonly CatalogColumn[],
): EncryptionKeySource | null | undefined {
  if (purpose !== undefined) return { purpose };
  if (keyColumn === undefined) return null;
  return columns.some(({ name, comment }) => name === keyColumn && comment === 'secret') ? { keyColumn } : undefined;
}

/** The condition that finds a person's rows. Throws if there is none, because the table would be skipped silently. */
export function matchPersonRows(table: PersonalTable, lookups: PersonLookups, keys: PersonKeys): Expression<SqlBool> {
  const name = table.name as 'person';
  const lookup = lookups[name] ?? platformLookups[name];
  const eb = expressionBuilder<Tables, 'person'>();
  if (lookup !== undefined) return lookup(eb, keys);
  if (table.columns.some((column) => column.name === 'affiliate_id')) return eb('affiliate_id', '=', keys.affiliateId);
  const sub = table.columns.find((column) => column.name === 'sub');
  // The sub of another issuer may not be a UUID, and then it matches no row.
  if (sub?.type === 'uuid') return isUuid(keys.sub) ? eb('sub', '=', keys.sub) : eb.lit(false);
  if (sub !== undefined) return eb('sub', '=', keys.sub);
  throw new Error(`no lookup from a person to the table ${table.name}`);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
