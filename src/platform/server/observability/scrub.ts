/**
 * What may identify a person or open a door has no place in a log. Strangers choose what is scrubbed, so no rule may look
 * twice at a long run: each has a bound (an address's own: 64 and 255) or begins only where its run begins.
 */
const scrubRules: readonly [RegExp, string][] = [
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/[^\s@<>()"'=:;,/\\]{1,64}@[^\s@<>()"'=:;,/\\]{1,255}\.[a-z]{2,}/gi, '[email]'],
  [/[^\s@<>()"'=:;,/\\?&]{1,64}%40[^\s@<>()"'=:;,/\\?&]+/gi, '[email]'],
  // A question mark that ends a sentence is followed by a blank.
  [/\?[^\s"'<>)]+/g, '?[query]'],
  // Random tokens are long or mix all kinds of letters; names of files rarely are or do.
  [/(?<![\w-])[\w-]{40,}/g, '[token]'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,}/g, '[token]'],
  [/\d{6,}/g, '[number]'],
];

export function scrub(text: string): string {
  return scrubRules.reduce((cleaned, [pattern, replacement]) => cleaned.replaceAll(pattern, replacement), text);
}

const unscrubbedKeys = new Set(['code', 'message', 'path', 'status', 'correlationId']);

/** Of an answer only its shape is kept, and what our own error body says: a field may hold anybody's data. */
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

/** The word at the cut goes too: half an address is no longer recognised as one. */
function truncateForLog(text: string): string {
  return text.length > loggedLimit ? text.slice(0, loggedLimit).replace(lastWordPattern, '') : text;
}
