import {
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { SelectedField, Selection } from '#platform/server/db/json-columns.ts';
import { compileArguments, compileVariables } from './plan-input.ts';
import type { RootField } from './schema.ts';

/** Answers one root field with JSON text. Null if only the ordinary handler can answer it. */
export type JsonFieldRunner = (ctx: never, args: never) => Promise<string | null>;
/** Prepares a field for the selection of a document, once per document. Null if the selection has no SQL. */
export type JsonField = (selection: Selection) => JsonFieldRunner | null;

export interface PlannedField {
  root: RootField;
  key: string;
  selection: Selection | null;
  /** Null for a value without fields, which its ordinary handler answers. */
  run: JsonFieldRunner | null;
  getArgs: (variables: Record<string, unknown>) => unknown;
}

/** A document whose root fields are all answered with JSON text. */
export interface JsonPlan {
  fields: readonly PlannedField[];
  /** Null if the variables are invalid. */
  coerceVariables: (variables: Record<string, unknown>) => Record<string, unknown> | null;
}

/**
 * Plans a valid document. Returns null for documents that need the ordinary path: with directives, `__typename`, a name
 * that is selected twice, fields without SQL or several mutations.
 */
export function compileJsonPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  roots: ReadonlyMap<string, RootField>,
): JsonPlan | null {
  const operation = document.definitions.find((definition) => definition.kind === 'OperationDefinition');
  const type = operation && schema.getRootType(operation.operation);
  if (!type || operation.operation === 'subscription') return null;
  const { variableDefinitions = [] } = operation;
  const nodes = new Map<SelectedField, FieldNode>();
  const selection = readSelection(operation.selectionSet, type, getFragments(document), nodes);
  if (selection === null || operation.directives?.length) return null;
  const fields = selection.map((field): PlannedField | null => {
    const root = roots.get(field.name);
    const node = nodes.get(field);
    const definition = type.getFields()[field.name];
    if (root === undefined || node === undefined || definition === undefined) return null;
    // An error in a field that can be null doesn't affect the others.
    if (!isNonNullType(definition.type)) return null;
    const run = field.fields === null ? null : (root.jsonField?.(field.fields) ?? null);
    if (field.fields !== null && run === null) return null;
    const getArgs = compileArguments(definition, node, variableDefinitions);
    return { root, key: field.key, selection: field.fields, run, getArgs };
  });
  const planned = fields.filter((field) => field !== null);
  if (planned.length < fields.length) return null;
  // Several mutations run one after the other.
  if (operation.operation === 'mutation' && (planned.length > 1 || planned[0]?.run === null)) return null;
  return { fields: planned, coerceVariables: compileVariables(schema, variableDefinitions) };
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function getFragments({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((definition) => definition.kind === 'FragmentDefinition');
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** The selected fields with fragments expanded. Null if the ordinary path must answer. */
function readSelection(
  { selections }: SelectionSetNode,
  type: GraphQLObjectType,
  fragments: Fragments,
  nodes?: Map<SelectedField, FieldNode>,
): Selection | null {
  const selected: SelectedField[] = [];
  for (const node of selections) {
    if (node.directives?.length) return null;
    if (node.kind === 'Field') {
      const field = readField(node, type, fragments);
      if (field === null) return null;
      nodes?.set(field, node);
      selected.push(field);
      continue;
    }
    const fragment = node.kind === 'FragmentSpread' ? fragments.get(node.name.value) : node;
    if (fragment === undefined || fragment.directives?.length) return null;
    const inner = readSelection(fragment.selectionSet, type, fragments, nodes);
    if (inner === null) return null;
    selected.push(...inner);
  }
  return new Set(selected.map(({ key }) => key)).size < selected.length ? null : selected;
}

function readField(node: FieldNode, parent: GraphQLObjectType, fragments: Fragments): SelectedField | null {
  const name = node.name.value;
  const definition = parent.getFields()[name];
  if (definition === undefined) return null;
  const type = getNamedType(definition.type);
  const key = node.alias?.value ?? name;
  if (node.selectionSet === undefined) return isLeafType(type) ? { name, key, fields: null } : null;
  if (!isObjectType(type)) return null;
  const fields = readSelection(node.selectionSet, type, fragments);
  return fields === null ? null : { name, key, fields };
}
