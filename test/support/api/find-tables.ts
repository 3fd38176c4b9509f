import type { OperationNode } from 'kysely';

interface FoundTables {
  read: Set<string>;
  written: Set<string>;
}

/** The tables and views that a query reads and writes, also in its raw fragments. */
export function findTables(root: OperationNode, known: ReadonlySet<string>): FoundTables {
  const read = new Set<string>();
  const written = new Set<string>();
  // A column's table is an alias, and so are the tables of `for update of`.
  const visit = (value: unknown, target: Set<string>): void => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, target));
    if (typeof value !== 'object' || value === null || !('kind' in value)) return;
    const node = value as Record<string, unknown>;
    if (node['kind'] === 'TableNode') return addName(getTableName(node), target);
    if (node['kind'] === 'RawNode') addRawTables(node['sqlFragments'] as string[]);
    for (const [key, child] of Object.entries(node))
      if (!isAlias(node, key)) visit(child, isWritten(node, key) ? written : getChildTarget(node, key, target));
  };
  const addName = (name: string, target: Set<string>): void => {
    if (known.has(name)) target.add(name);
  };
  const addRawTables = (fragments: readonly string[]): void => {
    for (const [, verb = '', name = ''] of fragments
      .join(' ')
      .matchAll(/\b(from|join|update|insert into|delete from)\s+"?([a-z_]+)"?/g))
      addName(name, verb === 'from' || verb === 'join' ? read : written);
  };
  visit(root, read);
  return { read, written };

  /** The children of a written table, such as its alias, are written too; all other nodes are read. */
  function getChildTarget(node: Record<string, unknown>, key: string, target: Set<string>): Set<string> {
    const isInTable =
      (node['kind'] === 'AliasNode' && key === 'node') || (node['kind'] === 'FromNode' && key === 'froms');
    return isInTable ? target : read;
  }
}

function isWritten({ kind }: Record<string, unknown>, key: string): boolean {
  return (
    (kind === 'InsertQueryNode' && key === 'into') ||
    (kind === 'UpdateQueryNode' && key === 'table') ||
    (kind === 'DeleteQueryNode' && key === 'from')
  );
}

function isAlias({ kind }: Record<string, unknown>, key: string): boolean {
  return (
    (kind === 'ReferenceNode' && key === 'table') ||
    (kind === 'SelectModifierNode' && key === 'of') ||
    (kind === 'CommonTableExpressionNode' && key === 'name')
  );
}

function getTableName(node: Record<string, unknown>): string {
  const { table } = node as { table: { identifier: { name: string } } };
  return table.identifier.name;
}
