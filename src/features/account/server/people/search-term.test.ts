import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { parseSearchTerm } from './search-term.ts';

describe('parseSearchTerm', () => {
  it('makes a pattern per word, the longest first', () => {
    expect(parseSearchTerm(' Jo  KOWÁLSKI ')).toEqual({
      kind: 'name',
      first: '%kowalski%',
      second: '% jo%',
      others: [],
      from: ' jo kowalski',
      to: ' jo kowalski\u{10ffff}',
      swappedFrom: ' kowalski jo',
      swappedTo: ' kowalski jo\u{10ffff}',
    });
  });

  it('searches words without three letters in a row from their beginning', () => {
    expect(parseSearchTerm("o'b")).toMatchObject({ first: "% o'b%", second: '%' });
    expect(parseSearchTerm('山')).toMatchObject({ first: '% 山%' });
  });

  it.each(['%', '-- ..', '\u0301'])('finds nothing by %j', (typed) => {
    expect(parseSearchTerm(typed)).toEqual({ kind: 'nothing' });
  });
});

describe('fold_text', async () => {
  const { pool } = await createTestDatabase();

  it('normalizes every character like normalizeForSearch', async () => {
    const characters = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code)).filter(
      // PostgreSQL 18 doesn't know the Latin letters that Unicode 17 added here.
      (text) => /[\p{L}\p{M}\p{N}\p{P}\p{Zs}]/u.test(text) && !/[\ua7c0-\ua7ff]/.test(text),
    );
    const { rows } = await pool.query<{ text: string; folded: string }>(
      'select text, fold_text(text) as folded from unnest($1::text[]) text',
      [characters.map((text) => `A${text}b`)],
    );
    expect(rows.length).toBeGreaterThan(50_000);
    expect(rows.filter(({ text, folded }) => folded !== normalizeForSearch(text))).toEqual([]);
  });
});
