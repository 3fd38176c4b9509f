import { type Db, statement } from '#platform/server/db/database.ts';

/** How an export and an erasure treat a column, as its comment says. */
export type ColumnTreatment =
  | { kind: 'plain' }
  | { kind: 'secret' }
  | { kind: 'sealed'; lock: EncryptionKeySource }
  | { kind: 'file'; lock: EncryptionKeySource | null };

/**
 * What opens it: the key for a purpose, or that of the row itself, which stands sealed in another column. Where it was
 * not always sealed, a column says whether it is.
 */
export type EncryptionKeySource = { purpose: string; ifColumn?: string } | { keyColumn: string };

export interface PersonalColumn {
  name: string;
  type: string;
  treatment: ColumnTreatment;
}

/** A table that holds something about people, as it declares itself in its comment. */
export interface PersonalTable {
  name: string;
  isExported: boolean;
  onErasure: 'delete' | 'anonymise' | 'keep';
  /** Why, where the declaration says so. */
  reason: string | null;
  columns: PersonalColumn[];
  primaryKey: string[];
  /** The tables its rows point at. */
  references: string[];
}

/** What a person's rows are found by. */
export interface PersonKeys {
  affiliateId: number;
  sub: string;
  /** The address of the account itself; null where it has none, or where another issuer keeps it. */
  email: string | null;
}

/** For a table that neither affiliate_id nor sub leads to: a condition on $1 affiliate_id, $2 sub and $3 e-mail. */
export type PersonLookups = Readonly<Record<string, string>>;

/** The rails know people in ways of their own. */
const platformLookups: PersonLookups = {
  audit_entry: "(actor_affiliate_id = $1 or subject = 'person:' || $1)",
  link_token: "(data ->> 'sub' = $2 or data ->> 'affiliateId' = $1::text)",
  // The account service writes without knowing who somebody is to the association.
  mail_outbox: '(affiliate_id = $1 or (affiliate_id is null and lower(to_address) = lower($3)))',
};

interface CatalogRow {
  name: string;
  declaration: string;
  columns: { name: string; type: string; comment: string | null }[];
  primaryKey: string[];
  references: string[];
}

const selectCatalog = statement<CatalogRow, []>(`
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
  order by c.relname`);

const declarationPattern = /^personal: (export|not exported), (delete|anonymise|keep) on erasure(?: \((.+)\))?$/;
const commentPattern =
  /^(?<kind>secret|sealed|file|sealed file)(?:: (?<purpose>[\w-]+)(?: if (?<ifColumn>\w+))?| by (?<keyColumn>\w+))?$/;

/** Read from the database itself, so that a table added tomorrow is neither left out nor left behind. */
export async function listPersonalTables(db: Db): Promise<PersonalTable[]> {
  return (await selectCatalog(db)).map(({ name, declaration, columns, primaryKey, references }) => {
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

type CatalogColumn = CatalogRow['columns'][number];

function parseColumnTreatment(
  table: string,
  { name, comment }: CatalogColumn,
  columns: readonly CatalogColumn[],
): ColumnTreatment {
  if (comment === null) return { kind: 'plain' };
  const { kind, ...names } = commentPattern.exec(comment)?.groups ?? {};
  const lock = parseKeySource(names, columns);
  if (kind === 'secret' && lock === null) return { kind };
  if (kind === 'sealed' && lock && names['ifColumn'] === undefined) return { kind, lock };
  if (lock !== undefined && kind === (lock === null ? 'file' : 'sealed file')) return { kind: 'file', lock };
  throw new Error(`the comment on ${table}.${name} says nothing that an export understands: ${comment}`);
}

/** Undefined where it names a column that keeps no key, or does not say yes or no, or none at all. */
function parseKeySource(
  { purpose, ifColumn, keyColumn }: Record<string, string | undefined>,
  columns: readonly CatalogColumn[],
): EncryptionKeySource | null | undefined {
  if (purpose !== undefined && ifColumn !== undefined)
    return columns.some(({ name, type }) => name === ifColumn && type === 'boolean')
      ? { purpose, ifColumn }
      : undefined;
  if (purpose !== undefined) return { purpose };
  if (keyColumn === undefined) return null;
  return columns.some(({ name, comment }) => name === keyColumn && comment === 'secret') ? { keyColumn } : undefined;
}

/** The condition that finds a person's rows. A table without one would silently be left out, so it is an error. */
export function getPersonLookup(table: PersonalTable, ways: PersonLookups): string {
  const known = ways[table.name] ?? platformLookups[table.name];
  if (known !== undefined) return known;
  if (table.columns.some(({ name }) => name === 'affiliate_id')) return 'affiliate_id = $1';
  const sub = table.columns.find(({ name }) => name === 'sub');
  // A foreign issuer's sub need not be a uuid, and then it is nobody's here.
  if (sub?.type === 'uuid')
    return "sub = (case when $2 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $2 end)::uuid";
  if (sub !== undefined) return 'sub = $2';
  throw new Error(`no way leads from a person to the table ${table.name}`);
}
