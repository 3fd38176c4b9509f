import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod';
import { contractInputs } from './contract-inputs.ts';
import { listStringInputs } from './free-text-input-checks.ts';
import { findSlowLoop } from './pattern-time.ts';

/** What makes patterns backtrack and normalization sort. */
const alphabets = [
  'a',
  'a.',
  'http',
  ' ',
  '-',
  'www.',
  '1',
  '@',
  '😀',
  '\u0315\u0316',
  'e\u0301',
  'א\u200F',
  '中',
  '\uFDFA',
];
const longLength = 32 * 1024;
const repeat = (letters: string, length: number) => letters.repeat(Math.ceil(length / letters.length));
const longTexts = alphabets.map((letters) => repeat(letters, longLength));
const hugeTexts = alphabets.map((letters) => repeat(letters, 1024 * 1024));
const inputs = contractInputs.flatMap(([name, schema]) =>
  listStringInputs(schema).map((input) => ({ ...input, name: `${name}: ${input.path}` })),
);

afterEach(() => vi.restoreAllMocks());

/** Runs the work and returns what read a whole long text: patterns, and `normalize`. */
function watchLongTexts(work: () => void): Set<RegExp | string> {
  const seen = new Set<RegExp | string>();
  const isLong = (text: unknown) => String(text).length >= longLength;
  // oxlint-disable-next-line typescript/unbound-method -- called with the pattern below
  const { exec } = RegExp.prototype;
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function watch(this: RegExp, text) {
    if (isLong(text)) seen.add(this);
    return exec.call(this, text);
  });
  // oxlint-disable-next-line typescript/unbound-method -- called with the text below
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function watch(this: string, form) {
    // It sorts a run of combining marks by insertion.
    if (isLong(this)) seen.add('normalize');
    return normalize.call(this, form);
  });
  work();
  vi.restoreAllMocks();
  return seen;
}

describe('a text of 1 MB', () => {
  it('is tried in every text input', () => expect(inputs.length).toBeGreaterThan(300));

  it('is seen by no check but its length and patterns of linear time', { timeout: 120_000 }, () => {
    const found = inputs.flatMap(({ name, schema }, index) => {
      const seen = watchLongTexts(() => {
        for (const text of longTexts.concat(hugeTexts[index % hugeTexts.length] ?? []))
          (schema as z.ZodType).safeParse(text);
      });
      const slow = [...seen].filter((what) => typeof what === 'string' || findSlowLoop(what) !== null);
      return slow.map((what) => `${name}: ${String(what)}`);
    });
    expect(found).toEqual([]);
  });
});
