import type { MessageValues } from '#platform/server/i18n/messages.ts';

/** A part of a mail: our own text, or a quote of another person. */
export interface MailPart {
  isQuote: boolean;
  text: string;
}

/** The names of template values that contain free text by another person. */
export const quotedValueNames: readonly string[] = ['reason', 'note', 'title'];

const createQuotePlaceholder = (index: number): string => `\uE000${index}\uE001`;
const quotePlaceholderPattern = /[\p{Pi}\p{Ps}"„]?\uE000(\d+)\uE001[\p{Pf}\p{Pe}"“]?\.?/u;
/** Characters that could move or hide the end of a quote. */
const disguisingCharacters = /[\u202A-\u202E\u2066-\u2069\uE000\uE001]/g;

/** Replaces quotes in the values with placeholders, and returns them separately. */
export function extractQuotes(values: MessageValues): { values: MessageValues; quotes: readonly string[] } {
  const replaced = { ...values };
  const quotes: string[] = [];
  for (const name of quotedValueNames) {
    const text = String(values[name] ?? '').replaceAll(disguisingCharacters, '');
    if (text.trim() === '') continue;
    replaced[name] = createQuotePlaceholder(quotes.length);
    quotes.push(text.trim());
  }
  return { values: replaced, quotes };
}

export function hasQuotePlaceholder(text: string): boolean {
  return quotePlaceholderPattern.test(text);
}

/** Splits the body at the placeholders, so each quote becomes a separate paragraph. */
export function splitQuotes(body: string, quotes: readonly string[]): MailPart[] {
  const parts: MailPart[] = [];
  const addText = (text: string) => {
    if (text.trim() !== '') parts.push({ isQuote: false, text: text.trim() });
  };
  let rest = body;
  for (;;) {
    const found = quotePlaceholderPattern.exec(rest);
    const quote = found === null ? undefined : quotes[Number(found[1])];
    if (found === null || quote === undefined) break;
    addText(rest.slice(0, found.index));
    parts.push({ isQuote: true, text: quote });
    rest = rest.slice(found.index + found[0].length);
  }
  addText(rest);
  return parts;
}
