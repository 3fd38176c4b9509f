import type { DefinitionNode, DirectiveNode, DocumentNode, FieldNode, SelectionSetNode } from 'graphql';
import type { TypeNode, ValueNode } from 'graphql';
import { fail } from '#platform/shared/errors.ts';

/**
 * What one document may ask for, counted over everything that is written and over everything that its fragments spread
 * out to. Far above what our own pages need, far below what costs validation more than a few milliseconds.
 */
export const documentLimits = {
  bytes: 16 * 1024,
  tokens: 2_000,
  depth: 8,
  fields: 120,
  /** Introspection is deeper and longer than a page's query: the standard introspection query has 15 levels, 240 fields. */
  introspectionDepth: 15,
  introspectionFields: 250,
  aliases: 15,
  rootFields: 10,
  fragments: 20,
  /** Fields that name the same thing twice have to be compared with each other, pair by pair. */
  repeats: 20,
  directives: 10,
  variables: 40,
  /** Lists of lists in a variable's type. */
  listDepth: 4,
  /** Arguments, and the members of the lists and objects that are written into them. */
  values: 200,
  valueDepth: 6,
} as const;

export interface DocumentRules {
  operations: readonly ('query' | 'mutation' | 'subscription')[];
  allowsIntrospection: boolean;
}

/** Before anything is parsed. */
export function assertDocumentSize(query: string): void {
  if (Buffer.byteLength(query) > documentLimits.bytes)
    throw fail('request.malformed', { message: `the document has more than ${documentLimits.bytes / 1024} KB` });
}

/** One pass over the parsed document, before it is validated: validating a bad one is what costs. */
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

/** Where a selection set is in the document. */
interface SelectionScope {
  depth: number;
  /** The fragments it is in, since they may form a ring. */
  open: ReadonlySet<string>;
  /** The fields of the same object so far. */
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
    // The definition of a type, for example, has no place in a request and would be validated all the same.
    if (!definitions.every(({ kind }) => kind === 'OperationDefinition' || kind === 'FragmentDefinition'))
      throw new DocumentLimitError('a definition that is neither an operation nor a fragment');
    this.collectFragments(definitions);
    const operations = definitions.filter((definition) => definition.kind === 'OperationDefinition');
    if (operations.length > 1) throw new DocumentLimitError('more than one operation');
    for (const { operation, selectionSet, variableDefinitions = [], directives = [] } of operations) {
      if (!this.rules.operations.includes(operation))
        throw new DocumentLimitError(`a ${operation} is not answered here`);
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
    // A fragment that nothing spreads is validated all the same.
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
      // Of two with one name only one would be looked at here.
      const { name, selectionSet, typeCondition, directives = [] } = definition;
      if (this.fragments.has(name.value)) throw new DocumentLimitError('two fragments with the same name');
      const isIntrospection = this.rules.allowsIntrospection && typeCondition.name.value.startsWith('__');
      this.fragments.set(name.value, { selectionSet, isIntrospection });
      this.directives(directives);
    }
  }

  private count(what: CountedItem): void {
    if (++this.counts[what] > documentLimits[what])
      throw new DocumentLimitError(`more than ${documentLimits[what]} ${labels[what]}`);
  }

  private selections({ selections }: SelectionSetNode, place: SelectionScope): void {
    const { depth, open, isIntrospection } = place;
    const maxDepth = isIntrospection ? documentLimits.introspectionDepth : documentLimits.depth;
    if (depth > maxDepth) throw new DocumentLimitError(`deeper than ${maxDepth} levels`);
    for (const selection of selections) {
      // A spread counts as well: fragments that only spread each other multiply without a single field.
      this.count(isIntrospection ? 'introspectionFields' : 'fields');
      this.directives(selection.directives ?? []);
      if (selection.kind === 'Field') this.field(selection, place);
      else if (selection.kind === 'InlineFragment') this.selections(selection.selectionSet, place);
      else {
        const { value: name } = selection.name;
        const fragment = this.fragments.get(name);
        this.reached.add(name);
        if (fragment !== undefined && !open.has(name))
          this.selections(fragment.selectionSet, { ...place, open: new Set([...open, name]) });
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
      throw new DocumentLimitError('the schema is not described here');
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
