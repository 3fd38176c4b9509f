import { buildSchema, getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { countCalls } from '#platform/testing/count-calls.ts';
import { parseDocument } from './parse-document.ts';
import { assertDocumentLimits, documentLimits, type DocumentRules } from './limits.ts';

const node = Array.from({ length: 60 }, (_, index) => `field${index}: ID`).join(' ');
const schema = buildSchema(
  `input In { list: [In] } type Node { id(in: [[ID]], of: In): ID next: Node ${node} } type Query { node: Node }`,
);
const rules: DocumentRules = { operations: ['query'], allowsIntrospection: false };

function getLimitProblem(document: string, documentRules = rules): string | null {
  try {
    assertDocumentLimits(parse(document), documentRules);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const nested = (levels: number): string => (levels === 1 ? 'id' : `next { ${nested(levels - 1)} }`);
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ');

describe('assertDocumentLimits', () => {
  it('allows the maximum depth and nothing deeper', () => {
    expect(getLimitProblem(`{ node { ${nested(documentLimits.depth - 1)} } }`)).toBeNull();
    expect(getLimitProblem(`{ node { ${nested(documentLimits.depth)} } }`)).toBe(
      `deeper than ${documentLimits.depth} levels`,
    );
    const spread = `{ node { ...a } } fragment a on Node { ${nested(documentLimits.depth)} }`;
    expect(getLimitProblem(spread)).toBe(`deeper than ${documentLimits.depth} levels`);
  });

  it.each([
    ['aliases', `{ node { ${many(documentLimits.aliases + 1, (i) => `a${i}: id`)} } }`],
    ['fields', `{ node { ${many(documentLimits.fields, (i) => `x${i}`)} } }`],
    ['root fields', `{ ${many(documentLimits.rootFields + 1, (i) => `x${i}`)} }`],
    ['root fields', `{ ...a } fragment a on Query { ${many(documentLimits.rootFields + 1, (i) => `x${i}`)} }`],
    ['repeated fields', `{ node { ${'id '.repeat(documentLimits.repeats + 2)} } }`],
    ['directives', `{ node { id ${'@skip(if: true) '.repeat(documentLimits.directives + 1)} } }`],
    ['arguments and values', `{ node { id(in: [[${'1 '.repeat(documentLimits.values)}]]) } }`],
    ['variables', `query (${many(documentLimits.variables + 1, (i) => `$a${i}: ID`)}) { node { id } }`],
    ['fragments', `{ node { id } } ${many(documentLimits.fragments + 1, (i) => `fragment f${i} on Node { id }`)}`],
  ])('rejects too many %s', (item, document) => {
    expect(getLimitProblem(document)).toMatch(new RegExp(`^more than \\d+ ${item}$`));
  });

  it('counts nested spreads and unused fragments', () => {
    const tooMany = `more than ${documentLimits.fields} fields`;
    const doubling = many(8, (i) => `fragment f${i} on Node { ${`...f${i + 1} `.repeat(3)} }`);
    expect(getLimitProblem(`{ node { ...f0 } } ${doubling} fragment f8 on Node { __typename }`)).toMatch(/^more than/);
    expect(
      getLimitProblem(`{ node { id } } fragment a on Node { ${many(documentLimits.fields, (i) => `x${i}`)} }`),
    ).toBe(tooMany);
  });

  it('rejects deep values, two operations, other operation types and duplicate fragments', () => {
    const deep = `${'{ list: ['.repeat(9)}${'] }'.repeat(9)}`;
    expect(getLimitProblem(`{ node { id(of: ${deep}) } }`)).toMatch(/^values deeper/);
    expect(getLimitProblem('query a { node { id } } query b { node { id } }')).toBe('more than one operation');
    expect(getLimitProblem('mutation { x }')).toBe('mutation operations are not allowed here');
    expect(getLimitProblem('{ node { ...a } } fragment a on Node { id } fragment a on Node { id }')).toMatch(
      /same name/,
    );
  });

  it('allows introspection only if the rules do', () => {
    const introspection = getIntrospectionQuery();
    expect(getLimitProblem(introspection, { ...rules, allowsIntrospection: true })).toBeNull();
    expect(getLimitProblem(introspection)).toBe('introspection is disabled');
  });

  it.each([
    ['more than 20 repeated fields', `{ __schema { ${'types { name fields { name } } '.repeat(200)} } }`],
    ['more than 20 repeated fields', `{ __type(name: "Node") { ${'fields { name } '.repeat(200)} } }`],
    ['more than 15 aliases', `{ __schema { ${many(16, (i) => `a${i}: types { name }`)} } }`],
    ['more than 250 introspection fields', `{ __schema { types { ${many(251, (i) => `x${i}`)} } } }`],
    ['deeper than 15 levels', `{ __type(name: "Node") { ${'ofType { '.repeat(14)} name ${'}'.repeat(14)} } }`],
    ['more than 20 repeated fields', `{ node { id } } fragment a on __Type { ${'name '.repeat(30)} }`],
  ])('limits introspection: %s', (problem, document) => {
    expect(getLimitProblem(document, { ...rules, allowsIntrospection: true })).toBe(problem);
  });

  it('rejects type definitions and deeply nested list types', () => {
    const definition = 'only operations and fragments are allowed';
    expect(getLimitProblem('{ node { id } } type Node { id: ID }')).toBe(definition);
    expect(getLimitProblem('{ node { id } } extend type Query { id: ID }')).toBe(definition);
    expect(getLimitProblem('query ($a: [[ID!]!]!) { node { id(in: $a) } }')).toBeNull();
    const deep = `query ($a: ${'['.repeat(900)}ID${']'.repeat(900)}) { node { id } }`;
    expect(getLimitProblem(deep)).toBe('a variable type with more than 4 lists');
  });

  it('does not follow cyclic fragments', () => {
    const ring = '{ node { ...a } } fragment a on Node { next { ...b } } fragment b on Node { next { ...a } }';
    expect(getLimitProblem(ring)).toBeNull();
  });
});

/** Documents as large as the limits, or 16 KB, allow. */
const worst: readonly (readonly [string, string])[] = [
  ['220 root fields', `{ ${many(220, (i) => `nothing${i}`)} }`],
  ['unknown fields', `{ node { ${many(documentLimits.fields - 1, (i) => `field${i}x`)} } }`],
  ['as many repeats as are allowed, nested', `{ ${'node { next { next { id id } } } '.repeat(9)} }`],
  [
    'fragments that all spread each other',
    `{ node { ${many(19, (i) => `...f${i}`)} } } ${many(19, (i) => `fragment f${i} on Node { next { ${many(4, (j) => `field${(i * 3 + j) % 60}`)} } }`)}`,
  ],
  ['deep lists', `{ node { id(in: ${'['.repeat(7_000)}${']'.repeat(7_000)}) } }`],
  ['many tokens', `{ ${'a '.repeat(7_000)} }`],
  ['one long name', `{ ${'a'.repeat(16_000)} }`],
  ['one long text', `{ node { id(in: "${'a'.repeat(16_000)}") } }`],
  ['deep selections', `${'{ a '.repeat(4_000)}${'}'.repeat(4_000)}`],
  ['directives', `{ node { id ${'@a '.repeat(5_000)} } }`],
  ['repeated introspection', `{ __schema { ${'types { name fields { name } } '.repeat(200)} } }`],
  [
    'as much introspection as is allowed',
    `{ __schema { ${'types { fields { args { type { name } } } } '.repeat(20)} } }`,
  ],
  ['definitions of types', many(400, (i) => `type T${i} { a: A }`)],
  ['deep variable types', `query ($a: ${'['.repeat(990)}ID${']'.repeat(990)}) { node { id } }`],
  ['more than 16 KB', `{ ${'a '.repeat(100_000)} }`],
];

/** Random documents of at most 16 KB, from a fixed seed. */
function* randomDocuments(count: number): Iterable<string> {
  let seed = 7;
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };
  const names = ['id', 'next', 'node', 'field1', 'field1', 'fieldx', '__typename'];
  const selection = (depth: number): string => {
    const parts = many(1 + random(12), () => {
      const kind = random(8);
      if (kind === 0) return `...f${random(20)}`;
      if (kind === 1) return depth < 8 ? `... on Node { ${selection(depth + 1)} }` : 'id';
      const name = names[random(names.length)] ?? 'id';
      const head = random(3) === 0 ? `a${random(20)}: ${name}` : name;
      return `${head}${random(6) === 0 ? ' @skip(if: true)' : ''}${random(3) === 0 && depth < 8 ? ` { ${selection(depth + 1)} }` : ''}`;
    });
    return parts;
  };
  for (let index = 0; index < count; index++) {
    const fragments = many(random(20), (i) => `fragment f${i} on Node { ${selection(5)} }`);
    yield `{ node { ${selection(1)} } } ${fragments}`.slice(0, documentLimits.bytes);
  }
}

function check(query: string): void {
  try {
    parseDocument(schema, query, { ...rules, allowsIntrospection: true });
  } catch {
    // A rejected document counts as checked.
  }
}

/** Twice the function calls of the most expensive document that the limits allow, which takes a few milliseconds. */
const maxCalls = 150_000;

describe('parseDocument', () => {
  it.each(worst)('takes a limited number of calls for a document of 16 KB: %s', async (_name, query) => {
    expect(await countCalls(() => check(query))).toBeLessThan(maxCalls);
  });

  it('takes a limited number of calls for random documents of 16 KB', async () => {
    const documents = [...randomDocuments(300)];
    // Counting takes longer than checking, so twenty documents share the limit.
    for (let first = 0; first < documents.length; first += 20) {
      const calls = await countCalls(() => documents.slice(first, first + 20).forEach(check));
      expect(calls, `documents from ${first}`).toBeLessThan(maxCalls);
    }
  });
});
