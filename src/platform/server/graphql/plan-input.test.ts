import {
  buildSchema,
  getArgumentValues,
  getVariableValues,
  parse,
  type FieldNode,
  type OperationDefinitionNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileArguments, compileVariables } from './plan-input.ts';

const schema = buildSchema(`
  input Range { from: Int = 1, to: Int! }
  input Filter { type: String, status: String = "any", range: Range, tags: [String!] }
  type Query { dives(filter: Filter, limit: Int = 20, id: ID, isDeep: Boolean, needed: Int! = 3): Int }
`);

function read(document: string, variables: Record<string, unknown>) {
  const operation = parse(document).definitions[0] as OperationDefinitionNode;
  const node = operation.selectionSet.selections[0] as FieldNode;
  const field = schema.getQueryType()?.getFields()['dives'];
  if (field === undefined) throw new Error('the field is missing');
  const { variableDefinitions = [] } = operation;
  const compiled = () => {
    const coerced = compileVariables(schema, variableDefinitions)(variables);
    return coerced && compileArguments(field, node, variableDefinitions)(coerced);
  };
  const interpreted = () => {
    const { coerced } = getVariableValues(schema, variableDefinitions, variables);
    return coerced ? getArgumentValues(field, node, coerced) : null;
  };
  return { compiled, interpreted };
}

describe('compileVariables and compileArguments', () => {
  it.each([
    ['no argument', '{ dives }', {}],
    ['constants', '{ dives(limit: 5, filter: { type: "Training", range: { to: 4 } }) }', {}],
    ['a variable', 'query($n: Int) { dives(limit: $n) }', { n: 7 }],
    ['null', 'query($n: Int) { dives(limit: $n) }', { n: null }],
    ['a missing variable', 'query($n: Int) { dives(limit: $n) }', {}],
    ['a default of the variable', 'query($n: Int = 9) { dives(limit: $n) }', {}],
    ['an integer beyond 32 bits', 'query($n: Int) { dives(limit: $n) }', { n: 2 ** 31 }],
    ['a fraction', 'query($n: Int) { dives(limit: $n) }', { n: 1.5 }],
    ['a text for an integer', 'query($n: Int) { dives(limit: $n) }', { n: '7' }],
    ['a number as an id', 'query($id: ID) { dives(id: $id) }', { id: 12 }],
    ['a required variable', 'query($n: Int!) { dives(needed: $n) }', { n: 4 }],
    ['a required variable that is missing', 'query($n: Int!) { dives(needed: $n) }', {}],
    ['an optional variable for a required argument', 'query($n: Int = 2) { dives(needed: $n) }', {}],
    ['an inherited name', 'query($toString: String) { dives(filter: { type: $toString }) }', {}],
    ['a variable in an object', 'query($t: String) { dives(filter: { type: $t, range: { to: 2 } }) }', { t: 'x' }],
    ['a missing variable in an object', 'query($t: String) { dives(filter: { type: $t, status: $t }) }', {}],
    ['nested variables', 'query($n: Int!) { dives(filter: { range: { from: $n, to: $n } }) }', { n: 6 }],
    ['a variable in a list', 'query($t: String!) { dives(filter: { tags: [$t, "b"] }) }', { t: 'a' }],
    ['a whole object', 'query($f: Filter) { dives(filter: $f) }', { f: { type: 'x', range: { to: 3 } } }],
    ['an invalid object', 'query($f: Filter) { dives(filter: $f) }', { f: { depth: 3 } }],
    ['a boolean', 'query($d: Boolean) { dives(isDeep: $d) }', { d: true }],
  ])('read %s as graphql does', (_case, document, variables) => {
    const { compiled, interpreted } = read(document, variables);
    expect(compiled()).toEqual(interpreted());
  });

  it('rejects null for a required argument', () => {
    const { compiled, interpreted } = read('query($n: Int = 2) { dives(needed: $n) }', { n: null });
    expect(interpreted).toThrow('must not be null');
    expect(compiled).toThrow('must not be null');
  });
});
