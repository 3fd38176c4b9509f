import type { DefinitionNode, DirectiveNode, DocumentNode, FieldNode, SelectionSetNode } from 'graphql';
import type { TypeNode, ValueNode } from 'graphql';
import { fail } from '#platform/shared/errors.ts';

/**
 * Limits of one document, counted with all fragment spreads expanded. They are far above the needs of our own pages and
 * keep validation below a few milliseconds.
 */
export const documentLimits = {
  bytes: 16 * 1024,
  tokens: 2_000,
  depth: 8,
  fields: 140,
  /** The standard introspection query is larger than the query of a page: 15 levels and 240 fields. */
  introspectionDepth: 15,
  introspectionFields: 250,
  aliases: 15,
  rootFields: 10,
  fragments: 20,
  /** Validation compares fields with the same name pair by pair. */
  repeats: 20,
  directives: 10,
  variables: 40,
  /** Nested lists in the type of a variable. */
  listDepth: 4,
  /** Arguments, and the members of list and object literals in them. */
  values: 200,
  valueDepth: 6,
} as const;

export interface DocumentRules {
  operations: readonly ('query' | 'mutation' | 'subscription')[];
  allowsIntrospection: boolean;
}

/** Must be called before the document is parsed. */
export function assertDocumentSize(query: string): void {
  if (Buffer.byteLength(query) > documentLimits.bytes)
    throw fail('request.malformed', { message: `the document has more than ${documentLimits.bytes / 1024} KB` });
}

/** Checks the parsed document in one pass before validation, because validating a bad document is expensive. */
export function assertDocumentLimits(document: DocumentNode, rules: DocumentRules): void {
  const problem = findLimitProblem(document, rules);
  if (problem !== null) throw fail('request.malformed', { message: problem });
}

class DocumentLimitError extends Error {}

type CountedItem = 'fields' | 'introspectionFields' | 'aliases' | 'rootFields' | 'repeats' | 'directives' | 'values';
const labels: Record<CountedItem, string> = {
  fields: 'fields',
  introspectionFields: 'introspection fields',
  aliases: 'aliases',
  rootFields: 'root fields',
  repeats: 'repeated fields',
  directives: 'directives',
  values: 'arguments and values',
};

function findLimitProblem(document: DocumentNode, rules: DocumentRules): string | null {
  try {
    new DocumentWalker(document, rules).run();
    return null;
  } catch (error) {
    if (error instanceof DocumentLimitError) return error.message;
    throw error;
  }
}

/** The position of a selection set in the document. */
interface SelectionScope {
  depth: number;
  /** The enclosing fragments, which may form a cycle. */
  open: ReadonlySet<string>;
  /** The fields already selected on the same object. */
  keys: Set<string>;
  isIntrospection: boolean;
}

interface FragmentInfo {
  selectionSet: SelectionSetNode;
  isIntrospection: boolean;
}

class DocumentWalker {
  private readonly counts: Record<CountedItem, number> = {
    fields: 0,
    introspectionFields: 0,
    aliases: 0,
    rootFields: 0,
    repeats: 0,
    directives: 0,
    values: 0,
  };
  private readonly fragments = new Map<string, FragmentInfo>();
  private readonly reached = new Set<string>();

  private readonly document: DocumentNode;
  private readonly rules: DocumentRules;

  constructor(document: DocumentNode, rules: DocumentRules) {
    this.document = document;
    this.rules = rules;
  }

  run(): void {
    const { definitions } = this.document;
    // Type definitions do not belong in a request, but would be validated too.
    if (!definitions.every(({ kind }) => kind === 'OperationDefinition' || kind === 'FragmentDefinition'))
      throw new DocumentLimitError('only operations and fragments are allowed');
    this.collectFragments(definitions);
    const operations = definitions.filter((definition) => definition.kind === 'OperationDefinition');
    if (operations.length > 1) throw new DocumentLimitError('more than one operation');
    for (const { operation, selectionSet, variableDefinitions = [], directives = [] } of operations) {
      if (!this.rules.operations.includes(operation))
        throw new DocumentLimitError(`${operation} operations are not allowed here`);
      if (variableDefinitions.length > documentLimits.variables)
        throw new DocumentLimitError(`more than ${documentLimits.variables} variables`);
      for (const { type, defaultValue, directives: own = [] } of variableDefinitions) {
        assertListDepth(type);
        if (defaultValue !== undefined) this.value(defaultValue, 1);
        this.directives(own);
      }
      this.directives(directives);
      this.selections(selectionSet, { depth: 1, open: new Set(), keys: new Set(), isIntrospection: false });
    }
    // Unused fragments are validated too.
    for (const [name, { selectionSet, isIntrospection }] of this.fragments)
      if (!this.reached.has(name))
        this.selections(selectionSet, { depth: 2, open: new Set([name]), keys: new Set(), isIntrospection });
  }

  private collectFragments(definitions: readonly DefinitionNode[]): void {
    let count = 0;
    for (const definition of definitions) {
      if (definition.kind !== 'FragmentDefinition') continue;
      if (++count > documentLimits.fragments)
        throw new DocumentLimitError(`more than ${documentLimits.fragments} fragments`);
      // Duplicates are rejected, because only one of them would be checked here.
      const { name, selectionSet, typeCondition, directives = [] } = definition;
      if (this.fragments.has(name.value)) throw new DocumentLimitError('two fragments with the same name');
      const isIntrospection = this.rules.allowsIntrospection && typeCondition.name.value.startsWith('__');
      this.fragments.set(name.value, { selectionSet, isIntrospection });
      this.directives(directives);
    }
  }

  private count(item: CountedItem): void {
    if (++this.counts[item] > documentLimits[item])
      throw new DocumentLimitError(`more than ${documentLimits[item]} ${labels[item]}`);
  }

  private selections({ selections }: SelectionSetNode, scope: SelectionScope): void {
    const { depth, open, isIntrospection } = scope;
    const maxDepth = isIntrospection ? documentLimits.introspectionDepth : documentLimits.depth;
    if (depth > maxDepth) throw new DocumentLimitError(`deeper than ${maxDepth} levels`);
    for (const selection of selections) {
      // Spreads count too, because fragments that only spread each other multiply without any field.
      this.count(isIntrospection ? 'introspectionFields' : 'fields');
      this.directives(selection.directives ?? []);
      if (selection.kind === 'Field') this.field(selection, scope);
      else if (selection.kind === 'InlineFragment') this.selections(selection.selectionSet, scope);
      else {
        const { value: name } = selection.name;
        const fragment = this.fragments.get(name);
        this.reached.add(name);
        if (fragment !== undefined && !open.has(name))
          this.selections(fragment.selectionSet, { ...scope, open: new Set([...open, name]) });
      }
    }
  }

  private field(field: FieldNode, { depth, open, keys, isIntrospection }: SelectionScope): void {
    const { name, alias, arguments: args = [], selectionSet } = field;
    const key = (alias ?? name).value;
    if (keys.has(key)) this.count('repeats');
    keys.add(key);
    if (alias !== undefined) this.count('aliases');
    if (depth === 1) this.count('rootFields');
    for (const { value } of args) this.value(value, 1);
    const entersIntrospection = name.value === '__schema' || name.value === '__type';
    if (entersIntrospection && !this.rules.allowsIntrospection)
      throw new DocumentLimitError('introspection is disabled');
    if (selectionSet === undefined) return;
    this.selections(selectionSet, {
      depth: depth + 1,
      open,
      keys: new Set(),
      isIntrospection: isIntrospection || entersIntrospection,
    });
  }

  private directives(directives: readonly DirectiveNode[]): void {
    for (const { arguments: args = [] } of directives) {
      this.count('directives');
      for (const { value } of args) this.value(value, 1);
    }
  }

  private value(value: ValueNode, depth: number): void {
    this.count('values');
    if (depth > documentLimits.valueDepth)
      throw new DocumentLimitError(`values deeper than ${documentLimits.valueDepth} levels`);
    if (value.kind === 'ListValue') for (const member of value.values) this.value(member, depth + 1);
    if (value.kind === 'ObjectValue') for (const member of value.fields) this.value(member.value, depth + 1);
  }
}

function assertListDepth(type: TypeNode): void {
  let depth = 0;
  for (let inner = type; inner.kind !== 'NamedType'; inner = inner.type)
    if (inner.kind === 'ListType' && ++depth > documentLimits.listDepth)
      throw new DocumentLimitError(`a variable type with more than ${documentLimits.listDepth} lists`);
}
