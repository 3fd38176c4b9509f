/**
 * Patterns that remove personal data and credentials from logs. Attackers control the input, so no pattern may
 * backtrack over a long run: each has a length limit (64 and 255 for email addresses) or matches only at the start of
 * a run.
 */
const scrubRules: readonly [RegExp, string][] = [
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/[^\s@<>()"'=:;,/\\]{1,64}@[^\s@<>()"'=:;,/\\]{1,255}\.[a-z]{2,}/gi, '[email]'],
  [/[^\s@<>()"'=:;,/\\?&]{1,64}%40[^\s@<>()"'=:;,/\\?&]+/gi, '[email]'],
  // A question mark that ends a sentence is followed by a space.
  [/\?[^\s"'<>)]+/g, '?[query]'],
  // Random tokens are long or mix all character classes, which file names rarely do.
  [/(?<![\w-])[\w-]{40,}/g, '[token]'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,}/g, '[token]'],
  [/\d{6,}/g, '[number]'],
];

export function scrub(text: string): string {
  return scrubRules.reduce((cleaned, [pattern, replacement]) => cleaned.replaceAll(pattern, replacement), text);
}

const unscrubbedKeys = new Set(['code', 'message', 'path', 'status', 'correlationId']);

/** Keeps the shape of a response and the fields of our error body, because other fields may hold personal data. */
export function scrubResponse(response: string): string {
  try {
    const shape = JSON.stringify(JSON.parse(response), (key, value: unknown) => {
      if (typeof value === 'object' || unscrubbedKeys.has(key)) return value;
      return typeof value;
    });
    return scrub(truncateForLog(shape));
  } catch {
    return scrub(truncateForLog(response));
  }
}

const loggedLimit = 4_000;
const lastWordPattern = /(?<![^\s"'<>()=:;,/\\])[^\s"'<>()=:;,/\\]*$/;

/** Also removes the word at the cut, because half an email address would no longer match its pattern. */
function truncateForLog(text: string): string {
  return text.length > loggedLimit ? text.slice(0, loggedLimit).replace(lastWordPattern, '') : text;
}
