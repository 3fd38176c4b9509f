import type { OperationNode } from 'kysely';

interface FoundTables {
  read: Set<string>;
  written: Set<string>;
}

type Node = Readonly<Record<string, unknown>>;

/** The tables and views that a query reads and writes, also in its raw fragments. */
export function findTables(root: OperationNode, known: ReadonlySet<string>): FoundTables {
  const read = new Set<string>();
  const written = new Set<string>();

  function visit(value: unknown, target: Set<string>): void {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, target));
    if (typeof value !== 'object' || value === null || !('kind' in value)) return;
    const node = value as unknown as Node;
    if (node['kind'] === 'TableNode') return add(getTableName(node), target);
    if (node['kind'] === 'RawNode') return visitRaw(node as { sqlFragments: string[]; parameters: unknown[] }, target);
    for (const [key, child] of Object.entries(node))
      if (!isAlias(node, key)) visit(child, isWritten(node, key) ? written : isPartOfTable(node, key) ? target : read);
  }

  /** A table parameter is written if it follows a writing verb. */
  function visitRaw(
    { sqlFragments, parameters }: { sqlFragments: string[]; parameters: unknown[] },
    target: Set<string>,
  ) {
    for (const [, verb = '', names = ''] of sqlFragments.join(' $ ').matchAll(rawTables))
      for (const name of names.split(',')) add(/[a-z_]+/.exec(name)?.[0] ?? '', isWritingVerb(verb) ? written : read);
    for (const [index, parameter] of parameters.entries()) {
      const text = sqlFragments[index]?.trimEnd() ?? '';
      visit(parameter, text === '' && index === 0 ? target : isWritingVerb(text) ? written : read);
    }
  }

  function add(name: string, target: Set<string>): void {
    if (known.has(name)) target.add(name);
  }

  visit(root, read);
  return { read, written };
}

const keyword = '(?:using|set|where|on|join|left|inner|cross|select|values|returning|for|order|group|limit|in)\\b';
const item = `"?[a-z_]+"?(?:\\s+(?:as\\s+)?(?!${keyword})[a-z_]+)?`;
const rawTables = new RegExp(
  `\\b(insert into|update|delete from|from|join|using|lock table)\\s+(${item}(?:\\s*,\\s*${item})*)`,
  'g',
);

function isWritingVerb(text: string): boolean {
  return /\b(insert into|update|delete from)$/.test(text);
}

function isWritten({ kind }: Node, key: string): boolean {
  return (
    (kind === 'InsertQueryNode' && key === 'into') ||
    (kind === 'UpdateQueryNode' && key === 'table') ||
    (kind === 'DeleteQueryNode' && key === 'from')
  );
}

function isPartOfTable({ kind }: Node, key: string): boolean {
  return (kind === 'AliasNode' && key === 'node') || (kind === 'FromNode' && key === 'froms');
}

/** A column's table is an alias, and so are the tables of `for update of` and the name of a CTE. */
function isAlias({ kind }: Node, key: string): boolean {
  return (
    (kind === 'ReferenceNode' && key === 'table') ||
    (kind === 'SelectModifierNode' && key === 'of') ||
    (kind === 'CommonTableExpressionNode' && key === 'name')
  );
}

function getTableName(node: Node): string {
  const { table } = node as { table: { identifier: { name: string } } };
  return table.identifier.name;
}
