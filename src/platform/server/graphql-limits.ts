import type { DefinitionNode, DirectiveNode, DocumentNode, FieldNode, SelectionSetNode, ValueNode } from 'graphql';
import { fail } from '../shared/errors.ts';

/**
 * What one document may ask for, counted over everything that is written and over everything that its fragments spread
 * out to. Far above what our own pages need, far below what costs validation more than a few milliseconds.
 */
export const limits = {
  bytes: 16 * 1024,
  tokens: 2_000,
  depth: 8,
  fields: 120,
  aliases: 15,
  rootFields: 10,
  fragments: 20,
  /** Fields that name the same thing twice have to be compared with each other, pair by pair. */
  repeats: 20,
  directives: 10,
  variables: 40,
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
  if (Buffer.byteLength(query) > limits.bytes)
    throw fail('request.malformed', { message: `the document has more than ${limits.bytes / 1024} KB` });
}

/** One pass over the parsed document, before it is validated: validating a bad one is what costs. */
export function assertDocumentLimits(document: DocumentNode, rules: DocumentRules): void {
  const problem = findProblem(document, rules);
  if (problem !== null) throw fail('request.malformed', { message: problem });
}

class TooMuch extends Error {}

type Counted = 'fields' | 'aliases' | 'rootFields' | 'repeats' | 'directives' | 'values';
const labels: Record<Counted, string> = {
  fields: 'fields',
  aliases: 'aliases',
  rootFields: 'root fields',
  repeats: 'repeated fields',
  directives: 'directives',
  values: 'arguments and values',
};

function findProblem(document: DocumentNode, rules: DocumentRules): string | null {
  try {
    new Walk(document, rules).run();
    return null;
  } catch (error) {
    if (error instanceof TooMuch) return error.message;
    throw error;
  }
}

class Walk {
  private readonly counts: Record<Counted, number> = {
    fields: 0,
    aliases: 0,
    rootFields: 0,
    repeats: 0,
    directives: 0,
    values: 0,
  };
  private readonly fragments = new Map<string, SelectionSetNode>();
  private readonly reached = new Set<string>();

  private readonly document: DocumentNode;
  private readonly rules: DocumentRules;

  constructor(document: DocumentNode, rules: DocumentRules) {
    this.document = document;
    this.rules = rules;
  }

  run(): void {
    const { definitions } = this.document;
    this.collectFragments(definitions);
    const operations = definitions.filter((definition) => definition.kind === 'OperationDefinition');
    if (operations.length > 1) throw new TooMuch('more than one operation');
    for (const { operation, selectionSet, variableDefinitions = [], directives = [] } of operations) {
      if (!this.rules.operations.includes(operation)) throw new TooMuch(`a ${operation} is not answered here`);
      if (variableDefinitions.length > limits.variables) throw new TooMuch(`more than ${limits.variables} variables`);
      for (const { defaultValue, directives: own = [] } of variableDefinitions) {
        if (defaultValue !== undefined) this.value(defaultValue, 1);
        this.directives(own);
      }
      this.directives(directives);
      this.selections(selectionSet, 1, new Set(), new Set());
    }
    // A fragment that nothing spreads is validated all the same.
    for (const [name, selectionSet] of this.fragments)
      if (!this.reached.has(name)) this.selections(selectionSet, 2, new Set([name]), new Set());
  }

  private collectFragments(definitions: readonly DefinitionNode[]): void {
    let count = 0;
    for (const definition of definitions) {
      if (definition.kind !== 'FragmentDefinition') continue;
      if (++count > limits.fragments) throw new TooMuch(`more than ${limits.fragments} fragments`);
      // Of two with one name only one would be looked at here.
      if (this.fragments.has(definition.name.value)) throw new TooMuch('two fragments with the same name');
      this.fragments.set(definition.name.value, definition.selectionSet);
      this.directives(definition.directives ?? []);
      // Fragments of the schema's description of itself, which is not walked either.
      if (this.rules.allowsIntrospection && definition.typeCondition.name.value.startsWith('__'))
        this.reached.add(definition.name.value);
    }
  }

  private count(what: Counted): void {
    if (++this.counts[what] > limits[what]) throw new TooMuch(`more than ${limits[what]} ${labels[what]}`);
  }

  /** `open` are the fragments we are in, since they may form a ring; `keys` are the fields of the same object so far. */
  private selections({ selections }: SelectionSetNode, depth: number, open: ReadonlySet<string>, keys: Set<string>) {
    if (depth > limits.depth) throw new TooMuch(`deeper than ${limits.depth} levels`);
    for (const selection of selections) {
      // A spread counts as well: fragments that only spread each other multiply without a single field.
      this.count('fields');
      this.directives(selection.directives ?? []);
      if (selection.kind === 'Field') this.field(selection, depth, open, keys);
      else if (selection.kind === 'InlineFragment') this.selections(selection.selectionSet, depth, open, keys);
      else {
        const { value: name } = selection.name;
        const fragment = this.fragments.get(name);
        this.reached.add(name);
        if (fragment !== undefined && !open.has(name)) this.selections(fragment, depth, new Set([...open, name]), keys);
      }
    }
  }

  private field(field: FieldNode, depth: number, open: ReadonlySet<string>, keys: Set<string>): void {
    const { name, alias, arguments: args = [], selectionSet } = field;
    const key = (alias ?? name).value;
    if (keys.has(key)) this.count('repeats');
    keys.add(key);
    if (alias !== undefined) this.count('aliases');
    if (depth === 1) this.count('rootFields');
    for (const { value } of args) this.value(value, 1);
    if (name.value === '__schema' || name.value === '__type') {
      // The schema's description of itself is deep by nature; the number of tokens alone limits it.
      if (!this.rules.allowsIntrospection) throw new TooMuch('the schema is not described here');
      return;
    }
    if (selectionSet !== undefined) this.selections(selectionSet, depth + 1, open, new Set());
  }

  private directives(directives: readonly DirectiveNode[]): void {
    for (const { arguments: args = [] } of directives) {
      this.count('directives');
      for (const { value } of args) this.value(value, 1);
    }
  }

  private value(value: ValueNode, depth: number): void {
    this.count('values');
    if (depth > limits.valueDepth) throw new TooMuch(`values deeper than ${limits.valueDepth} levels`);
    if (value.kind === 'ListValue') for (const member of value.values) this.value(member, depth + 1);
    if (value.kind === 'ObjectValue') for (const member of value.fields) this.value(member.value, depth + 1);
  }
}
