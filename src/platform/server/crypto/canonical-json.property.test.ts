import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#platform/testing/property-runs.ts';
import { canonicalJson } from './canonical-json.ts';

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, part]) => [key, reverseKeys(part)]),
  );
}

it('does not depend on the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(canonicalJson(reverseKeys(value))).toBe(canonicalJson(value));
    }),
    { numRuns: propertyRuns(100) },
  );
});

it('orders keys by code unit, and integers before them by value, as stored digests require', () => {
  expect(canonicalJson({ b: 1, a: { é: 2, z: undefined, Z: null }, 10: 3, 9: [{ d: 4, c: 5 }] })).toBe(
    '{"9":[{"c":5,"d":4}],"10":3,"a":{"Z":null,"é":2},"b":1}',
  );
});
