import { describe, expect, it } from 'vitest';
import type { $ZodType } from 'zod/v4/core';
import { restContracts } from '#app/server/contracts.ts';
import { defaultBodyLimitBytes } from '#platform/shared/contract.ts';

/** Inputs whose size the schema doesn't say, or of which only a part is ever sent. */
const sizes: [RegExp, number][] = [
  // `signature-strokes.test.ts` keeps drawn signatures below this length.
  [/[ .]strokes$/, 60_000],
  // The page reports at most 256 KB of a response.
  [/^POST errors: response$/, 600_000],
  // An application is sent back as it was read.
  [/^PUT Applications\/\{id\}: signatures$/, 5 * 60_000],
];
/** Of a string that a pattern or a format limits, and of what has no limit but that of the body. */
const unknownSize = 100;
/** UTF-8 takes four bytes for a character; lengths are counted in characters. */
const characterBytes = 4;

interface Definition {
  type: string;
  shape?: Record<string, $ZodType>;
  element?: $ZodType;
  valueType?: $ZodType;
  items?: $ZodType[];
  options?: $ZodType[];
  left?: $ZodType;
  right?: $ZodType;
  in?: $ZodType;
  innerType?: $ZodType;
  entries?: Record<string, string | number>;
  values?: unknown[];
  checks?: { _zod: { def: { check: string; maximum?: number; length?: number; value?: number } } }[];
}

/** The bytes of the longest JSON that a schema accepts. */
function measure(schema: $ZodType, path: string): number {
  const known = sizes.find(([pattern]) => pattern.test(path));
  if (known !== undefined) return known[1];
  const { def } = schema as unknown as { def: Definition };
  const at = (name: string) => (path.endsWith(': ') ? path + name : `${path}.${name}`);
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 2);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {});
      return sum(fields.map(([name, inner]) => name.length + 4 + measure(inner, at(name))));
    }
    case 'array':
      return 2 + (findLimit(def) ?? 1) * (1 + (def.element ? measure(def.element, path) : 0));
    case 'union':
      return Math.max(...(def.options ?? []).map((option) => measure(option, path)));
    case 'intersection':
      return sum([def.left, def.right].map((side) => (side ? measure(side, path) : 0)));
    case 'tuple':
      return sum((def.items ?? []).map((item) => 1 + measure(item, path)));
    case 'string':
      return 2 + characterBytes * (findLimit(def) ?? unknownSize / characterBytes);
    case 'number':
      return def.checks?.some(({ _zod }) => (_zod.def.value ?? Infinity) <= 9_999) === true ? 6 : 24;
    case 'enum':
      return Math.max(...Object.values(def.entries ?? {}).map((value) => JSON.stringify(value).length));
    case 'literal':
      return Math.max(...(def.values ?? []).map((value) => JSON.stringify(value ?? null).length));
    case 'pipe':
      return def.in ? measure(def.in, path) : unknownSize;
    default:
      return def.innerType ? measure(def.innerType, path) : unknownSize;
  }
}

function findLimit({ checks = [] }: Definition): number | undefined {
  const limits = checks.flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def.maximum ?? []) : def.check === 'length_equals' ? (def.length ?? []) : [],
  );
  return limits.length === 0 ? undefined : Math.min(...limits);
}

const bodies = restContracts.flatMap(({ endpoints }) =>
  Object.entries(endpoints).flatMap(([name, { body, bodyLimitBytes }]) =>
    body === undefined ? [] : [{ name, needed: measure(body, `${name}: `), limit: bodyLimitBytes }],
  ),
);

describe('the body limit of every endpoint', () => {
  it('is measured', () => expect(bodies.length).toBeGreaterThan(100));

  it('fits its longest input', () => {
    const isTooSmall = ({ needed, limit }: (typeof bodies)[number]) => needed > (limit ?? defaultBodyLimitBytes);
    expect(bodies.filter(isTooSmall)).toEqual([]);
  });

  it('is not far larger than that', () => {
    // Of records and JSON of any content only the limit says the size.
    const open =
      /^(POST (errors|confirm-identity|v2\/courses.*\/runtime|.*passkeys?)|PUT (Drafts|Applications)\/\{id\})$/;
    const isTooLarge = ({ name, needed, limit }: (typeof bodies)[number]) =>
      limit !== undefined && (limit <= defaultBodyLimitBytes || limit > needed * 1.5) && !open.test(name);
    expect(bodies.filter(isTooLarge)).toEqual([]);
  });
});
