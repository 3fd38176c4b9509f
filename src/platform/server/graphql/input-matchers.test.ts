import { buildSchema, coerceInputValue, type GraphQLInputType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createInputMatchers } from './input-matchers.ts';

const schema = buildSchema(`
  scalar Moment
  enum Kind { SHORE BOAT }
  input Diver { name: String! buddy: Diver level: Int = 1 }
  input Dive { id: ID depth: Float minutes: Int isNight: Boolean kind: Kind tags: [String!] divers: [Diver] at: Moment }
  input Choice @oneOf { id: ID name: String }
  type Query { dives(dive: Dive, choice: Choice): Int }
`);
const getMatcher = createInputMatchers();
const getType = (name: string) => schema.getType(name) as GraphQLInputType;

const values: [type: string, value: unknown, isMatch: boolean][] = [
  ['Dive', {}, true],
  ['Dive', { id: '7', depth: 18.5, minutes: -3, isNight: false, kind: 'BOAT', tags: ['a'], divers: null }, true],
  ['Dive', { divers: [null, { name: 'Ana', level: 2, buddy: { name: 'Ben', level: null } }] }, true],
  ['Dive', null, true],
  // Converted by GraphQL.
  ['Dive', { id: 7 }, false],
  ['Dive', { tags: 'a' }, false],
  ['Dive', { divers: [{ name: 'Ana' }] }, false],
  ['Dive', { at: '2026-11-18' }, false],
  ['Choice', { id: '7' }, false],
  // Rejected by GraphQL.
  ['Dive', { minutes: 1.5 }, false],
  ['Dive', { minutes: 2 ** 31 }, false],
  ['Dive', { depth: '18' }, false],
  ['Dive', { depth: Number.POSITIVE_INFINITY }, false],
  ['Dive', { isNight: 0 }, false],
  ['Dive', { kind: 'CAVE' }, false],
  ['Dive', { kind: 'toString' }, false],
  ['Dive', { tags: [null] }, false],
  ['Dive', { owner: 7 }, false],
  ['Dive', { divers: [{ level: 2 }] }, false],
  ['Dive', { divers: [{ name: null, level: 2 }] }, false],
  ['Dive', [], false],
  ['Dive', 'text', false],
];

describe('createInputMatchers', () => {
  test.each(values)('%s %j', (name, value, isMatch) => {
    const type = getType(name);
    expect(getMatcher(type)(value)).toBe(isMatch);
    if (!isMatch) return;
    const errors: string[] = [];
    const coerced = coerceInputValue(value, type, (_path, _invalid, error) => errors.push(error.message));
    expect(errors).toEqual([]);
    expect(coerced).toEqual(value);
  });
});
