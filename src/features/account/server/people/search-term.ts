import { escapeLike, normalizeForSearch } from '#platform/shared/search-text.ts';

/** A text as it is compared with names or addresses: everything from `from` to before `to` begins with it. */
interface Prefix {
  from: string;
  to: string;
}

export interface NameTerm extends Prefix {
  /** The words with the last one first, because people type either name first. */
  swappedFrom: string;
  swappedTo: string;
  /** The patterns of the two longest words, which the trigram index finds together, and those of the others. */
  first: string;
  second: string;
  others: string[];
}

export interface EmailTerm extends Prefix {
  pattern: string;
}

export type SearchTerm =
  | { kind: 'number'; number: number }
  | ({ kind: 'email' } & EmailTerm)
  | ({ kind: 'name' } & NameTerm)
  | { kind: 'nothing' };

/** No text that begins with the prefix comes after the prefix with the last code point. */
const toPrefix = (from: string): Prefix => ({ from, to: `${from}\u{10ffff}` });

/** Recognizes a number, an email or part of one; otherwise all words must occur in the name. */
export function parseSearchTerm(typed: string): SearchTerm {
  const text = typed.trim();
  const number = Number(/^#?(\d{1,15})$/.exec(text)?.[1] ?? Number.NaN);
  if (!Number.isNaN(number)) return { kind: 'number', number };
  if (text.includes('@')) {
    const email = text.toLowerCase();
    return { kind: 'email', pattern: `%${escapeLike(email)}%`, ...toPrefix(email) };
  }
  const words = normalizeForSearch(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const patterns = words.map(toPattern).toSorted((one, other) => other.length - one.length);
  const [first, second = '%', ...others] = patterns;
  // A search for punctuation alone would read all names.
  if (first === undefined) return { kind: 'nothing' };
  const swapped = toPrefix(` ${[...words.slice(-1), ...words.slice(0, -1)].join(' ')}`);
  return {
    kind: 'name',
    first,
    second,
    others,
    swappedFrom: swapped.from,
    swappedTo: swapped.to,
    ...toPrefix(` ${words.join(' ')}`),
  };
}

/** A word without three letters in a row has no trigram unless it is the beginning of a word. */
function toPattern(word: string): string {
  return /[\p{L}\p{N}]{3}/u.test(word) ? `%${escapeLike(word)}%` : `% ${escapeLike(word)}%`;
}
