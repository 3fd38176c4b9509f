import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { documentLimits, limits } from './graphql-limits.ts';

const schema = buildSchema('type Node { id: ID next: Node } type Query { node: Node }');
const problems = (document: string) =>
  validate(schema, parse(document), [documentLimits]).map((error) => error.message);
const nested = (levels: number): string => (levels === 1 ? 'id' : `next { ${nested(levels - 1)} }`);

describe('the limits of a document', () => {
  it('allow what is exactly as deep as they say, and nothing deeper', () => {
    expect(problems(`{ node { ${nested(limits.depth - 1)} } }`)).toEqual([]);
    expect(problems(`{ node { ${nested(limits.depth)} } }`)).toEqual([`deeper than ${limits.depth} levels`]);
  });

  it('count the depth through fragments', () => {
    const document = `{ node { ...a } } fragment a on Node { ${nested(limits.depth)} }`;
    expect(problems(document)).toEqual([`deeper than ${limits.depth} levels`]);
  });

  it('count aliases, fields and root fields', () => {
    const many = (count: number, make: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => make(index)).join(' ');
    expect(problems(`{ node { ${many(limits.aliases, (index) => `a${index}: id`)} } }`)).toEqual([]);
    expect(problems(`{ node { ${many(limits.aliases + 1, (index) => `a${index}: id`)} } }`)).toEqual([
      `more than ${limits.aliases} aliases`,
    ]);
    expect(problems(`{ node { ${many(limits.fields + 1, () => 'id')} } }`)).toEqual([
      `more than ${limits.fields} fields`,
    ]);
    expect(problems(`{ ${many(limits.rootFields + 1, () => 'node { id }')} }`)).toEqual([
      `more than ${limits.rootFields} root fields`,
    ]);
  });

  it('count __typename, inline fragments and the spreads of fragments that hold nothing else', () => {
    const tooMany = [`more than ${limits.fields} fields`];
    expect(problems(`{ node { ${'__typename '.repeat(limits.fields)} } }`)).toEqual(tooMany);
    expect(problems(`{ node { ${'... { __typename } '.repeat(limits.fields / 2)} } }`)).toEqual(tooMany);
    const fragments = Array.from(
      { length: 8 },
      (_, index) => `fragment f${index} on Node { ${`...f${index + 1} `.repeat(3)} }`,
    );
    expect(problems(`{ node { ...f0 } } ${fragments.join(' ')} fragment f8 on Node { __typename }`)).toEqual(tooMany);
  });

  it('leave the description of the schema to the rule that refuses it in production', () => {
    expect(problems(getIntrospectionQuery())).toEqual([]);
  });

  it('do not follow fragments that form a ring', () => {
    expect(
      problems('{ node { ...a } } fragment a on Node { next { ...b } } fragment b on Node { next { ...a } }'),
    ).toEqual([]);
  });
});
