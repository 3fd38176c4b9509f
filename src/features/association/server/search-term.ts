import { escapeLike } from '#platform/shared/search-text.ts';

export type SearchTerm =
  | { kind: 'number'; number: number }
  | { kind: 'email'; pattern: string; email: string }
  | { kind: 'name'; longest: string; patterns: string[] };

/** Recognizes a number, an email or part of one; otherwise all words must occur in the name. */
export function parseSearchTerm(typed: string): SearchTerm {
  const text = typed.trim();
  const number = Number(/^#?(\d{1,15})$/.exec(text)?.[1] ?? Number.NaN);
  if (!Number.isNaN(number)) return { kind: 'number', number };
  if (text.includes('@')) return { kind: 'email', pattern: `%${escapeLike(text)}%`, email: text };
  const patterns = text.split(/\s+/).map((word) => `%${escapeLike(word)}%`);
  const longest = patterns.toSorted((one, other) => other.length - one.length)[0] ?? '%';
  return { kind: 'name', longest, patterns };
}
