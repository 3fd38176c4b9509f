/** What may identify a person or open a door has no place in a log. */
const rules: readonly [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/[^\s@<>()"'=:;,/\\]+@[^\s@<>()"'=:;,/\\]+\.[a-z]{2,}/gi, '[email]'],
  [/[^\s@<>()"'=:;,/\\?&]+%40[^\s@<>()"'=:;,/\\?&]+/gi, '[email]'],
  // A question mark that ends a sentence is followed by a blank.
  [/\?[^\s"'<>)]+/g, '?[query]'],
  // Random tokens are long or mix all kinds of letters; names of files rarely are or do.
  [/(?<![\w-])[\w-]{40,}/g, '[token]'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,}/g, '[token]'],
  [/\d{6,}/g, '[number]'],
];

export function scrub(text: string): string {
  return rules.reduce((cleaned, [pattern, replacement]) => cleaned.replaceAll(pattern, replacement), text);
}

const plainKeys = new Set(['code', 'message', 'path', 'status', 'correlationId']);

/** Of an answer only its shape is kept, and what our own error body says: a field may hold anybody's data. */
export function scrubResponse(response: string): string {
  try {
    const shape = JSON.stringify(JSON.parse(response), (key, value: unknown) => {
      if (typeof value === 'object' || plainKeys.has(key)) return value;
      return typeof value;
    });
    return scrub(shape).slice(0, loggedLimit);
  } catch {
    return scrub(response.slice(0, loggedLimit));
  }
}

const loggedLimit = 4_000;
