import { GraphQLError, type ASTNode, type DocumentNode, type ValidationRule } from 'graphql';

/** What one document may ask for; `fields` counts spreads too. Far above what our own pages need, far below what hurts. */
export const limits = { depth: 8, fields: 200, aliases: 15, rootFields: 10, fragments: 20 };

/** Counted over the whole document with fragments spread out, so that nothing can be hidden in them. */
export const documentLimits: ValidationRule = (context) => ({
  Document: {
    enter(document) {
      const problem = findProblem(document);
      if (problem !== null) context.reportError(new GraphQLError(problem));
      return undefined;
    },
  },
});

/** A document is one operation, of a kind that can be answered where it was sent to. */
export function oneOperation(...kinds: readonly string[]): ValidationRule {
  return (context) => ({
    Document: {
      enter({ definitions }) {
        const operations = definitions.filter((definition) => definition.kind === 'OperationDefinition');
        if (operations.length > 1) context.reportError(new GraphQLError('more than one operation'));
        for (const { operation } of operations)
          if (!kinds.includes(operation)) context.reportError(new GraphQLError(`a ${operation} is not answered here`));
        return undefined;
      },
    },
  });
}

function findProblem(document: DocumentNode): string | null {
  const fragments = new Map<string, ASTNode>();
  for (const node of document.definitions) if (node.kind === 'FragmentDefinition') fragments.set(node.name.value, node);
  if (fragments.size > limits.fragments) return `more than ${limits.fragments} fragments`;
  let fields = 0;
  let aliases = 0;

  /** Returns a problem as soon as there is one; `open` are the fragments we are in, since they may form a ring. */
  function walk(node: ASTNode, depth: number, open: ReadonlySet<string>): string | null {
    if (!('selectionSet' in node) || node.selectionSet === undefined) return null;
    if (depth > limits.depth) return `deeper than ${limits.depth} levels`;
    for (const selection of node.selectionSet.selections) {
      let problem: string | null = null;
      // A spread counts as well: fragments that only spread each other multiply without a single field.
      if (++fields > limits.fields) return `more than ${limits.fields} fields`;
      if (selection.kind === 'Field') {
        // The schema's description of itself is deep by nature, and not to be had in production at all.
        if (selection.name.value === '__schema' || selection.name.value === '__type') continue;
        if (selection.alias && ++aliases > limits.aliases) return `more than ${limits.aliases} aliases`;
        problem = walk(selection, depth + 1, open);
      } else if (selection.kind === 'InlineFragment') {
        problem = walk(selection, depth, open);
      } else if (!open.has(selection.name.value)) {
        const fragment = fragments.get(selection.name.value);
        if (fragment) problem = walk(fragment, depth, new Set([...open, selection.name.value]));
      }
      if (problem !== null) return problem;
    }
    return null;
  }

  for (const definition of document.definitions) {
    if (definition.kind !== 'OperationDefinition') continue;
    if (definition.selectionSet.selections.length > limits.rootFields)
      return `more than ${limits.rootFields} root fields`;
    const problem = walk(definition, 1, new Set());
    if (problem !== null) return problem;
  }
  return null;
}
