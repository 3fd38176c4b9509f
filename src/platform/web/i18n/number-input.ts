/** The text of a number field and its value; null where the text is no number. */
export interface NumberInputValue {
  text: string;
  value: number | null;
}

const otherDigitZeros = [0x0660, 0x06f0, 0xff10];

/**
 * Parses a number with a comma or a point as decimal mark, with group separators, and in Arabic, Persian or full-width
 * digits. The language decides only where a single mark is ambiguous: 3,000 is three thousand in English and three in
 * German.
 */
export function parseNumber(text: string, tag: string): number | null {
  const plain = toLatinDigits(text.replaceAll(/[\s'’\u200E\u200F\u061C]/g, '')).replace(/^[−–]/, '-');
  if (!/^[-+]?(\d[\d.,]*|[.,]\d+)$/.test(plain)) return null;
  const value = Number(normalizeDecimalPoint(plain, tag));
  return Number.isFinite(value) ? value : null;
}

function normalizeDecimalPoint(plain: string, tag: string): string {
  const marks = plain.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return plain;
  const isMixed = marks.some((mark) => mark !== last);
  const isGrouping =
    !isMixed && (marks.length > 1 || (last === getGroupSeparator(tag) && /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(plain)));
  if (isGrouping) return plain.replaceAll(last, '');
  const at = plain.lastIndexOf(last);
  return `${plain.slice(0, at).replaceAll(/[.,]/g, '')}.${plain.slice(at + 1)}`;
}

function getGroupSeparator(tag: string): string | undefined {
  return new Intl.NumberFormat(tag).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value;
}

function toLatinDigits(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      return String(code - (otherDigitZeros.find((zero) => code >= zero && code <= zero + 9) ?? 0));
    })
    .replaceAll('٫', '.')
    .replaceAll('٬', '');
}

export function parseNumberInput(text: string, tag: string): NumberInputValue {
  return { text, value: parseNumber(text, tag) };
}

/** Formats a number for a text field in the person's locale, without group separators. */
export function formatNumberInput(value: number, tag: string): string {
  return new Intl.NumberFormat(tag, { maximumFractionDigits: 3, useGrouping: false }).format(value);
}
