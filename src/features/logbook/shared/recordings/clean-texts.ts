import { cleanText } from '#features/logbook/shared/dive-files/writers/dive-writer.ts';

/**
 * Replaces characters that PostgreSQL and XML refuse, such as NUL and half a surrogate pair, by spaces in all texts of a
 * plain value.
 */
export function cleanTexts<Value>(value: Value): Value {
  return clean(value) as Value;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clean(member)]));
}
