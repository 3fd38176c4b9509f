import {
  getArgumentValues,
  getVariableValues,
  isInputObjectType,
  isNonNullType,
  getNullableType,
  typeFromAST,
  valueFromAST,
  visit,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  type NamedTypeNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { createInputMatchers } from './input-matchers.ts';

type Variables = Record<string, unknown>;
type VariableDefinitions = readonly VariableDefinitionNode[];
/** Undefined if the variable is missing. */
type ValueReader = (variables: Variables) => unknown;

/**
 * Prepares the coercion of a document's variables, which returns null if they are invalid. Values that need no conversion
 * are taken as they are, which is much faster than to copy them.
 */
export function compileVariables(schema: GraphQLSchema, definitions: VariableDefinitions) {
  const getMatcher = createInputMatchers();
  const checks = definitions.map(({ variable, type, defaultValue }) => {
    const inputType = typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType | undefined;
    const matches = inputType === undefined ? () => false : getMatcher(inputType);
    const canBeOmitted = type.kind !== 'NonNullType' && defaultValue === undefined;
    return { name: variable.name.value, matches, canBeOmitted };
  });
  return (variables: Variables): Variables | null => {
    const coerced: Variables = {};
    for (const { name, matches, canBeOmitted } of checks) {
      const value = variables[name];
      if (value === undefined && canBeOmitted) continue;
      if (!matches(value)) return getVariableValues(schema, definitions, variables).coerced ?? null;
      coerced[name] = value;
    }
    return coerced;
  };
}

/** Prepares the arguments of a field. Parts without variables are computed once. */
export function compileArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  definitions: VariableDefinitions,
): (variables: Variables) => unknown {
  const readers: [name: string, read: ValueReader, fallback: unknown][] = [];
  for (const { name, type, defaultValue } of field.args) {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    const read = value === undefined ? () => undefined : compileValue(value, type, definitions);
    if (read === null) return (variables) => getArgumentValues(field, node, variables);
    readers.push([name, read, defaultValue]);
  }
  return (variables) => readObject(readers, variables);
}

function readObject(readers: readonly [string, ValueReader, unknown][], variables: Variables): Variables {
  const values: Variables = {};
  for (const [name, read, fallback] of readers) {
    const value = read(variables);
    if (value !== undefined) values[name] = value;
    else if (fallback !== undefined) values[name] = fallback;
  }
  return values;
}

/** Null for values that need the checks of `valueFromAST` on every call. */
function compileValue(node: ValueNode, type: GraphQLInputType, definitions: VariableDefinitions): ValueReader | null {
  if (node.kind === 'Variable') {
    const name = node.name.value;
    const definition = definitions.find(({ variable }) => variable.name.value === name);
    // A variable that can be null is allowed here only with a default, and may still be null.
    if (isNonNullType(type) && definition?.type.kind !== 'NonNullType') return null;
    return (variables) => (Object.hasOwn(variables, name) ? variables[name] : undefined);
  }
  if (!hasVariables(node)) {
    const value: unknown = valueFromAST(node, type);
    return value === undefined ? null : () => value;
  }
  const objectType = getNullableType(type);
  if (node.kind !== 'ObjectValue' || !isInputObjectType(objectType) || objectType.isOneOf) return null;
  const readers: [string, ValueReader, unknown][] = [];
  for (const { name, type: memberType, defaultValue } of Object.values(objectType.getFields())) {
    const member = node.fields.find((field) => field.name.value === name)?.value;
    const read = member === undefined ? () => undefined : compileValue(member, memberType, definitions);
    if (read === null) return null;
    readers.push([name, read, defaultValue]);
  }
  return (variables) => readObject(readers, variables);
}

function hasVariables(node: ValueNode): boolean {
  let isFound = false;
  visit(node, { Variable: () => void (isFound = true) });
  return isFound;
}
