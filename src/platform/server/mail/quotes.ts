import type { MessageValues } from '#platform/server/i18n/messages.ts';

/** A part of a mail: our own words, or what another person wrote. */
export interface MailPart {
  isQuote: boolean;
  text: string;
}

/** The values of every template that hold what another person wrote freely. */
export const quotedValueNames: readonly string[] = ['reason', 'note', 'title'];

const createQuotePlaceholder = (index: number): string => `\uE000${index}\uE001`;
const quotePlaceholderPattern = /\s*[\p{Pi}\p{Ps}"„]?\uE000(\d+)\uE001[\p{Pf}\p{Pe}"“]?\.?\s*/u;
/** Characters that could move the quotation's end, or hide where it is. */
const disguisingCharacters = /[\u202A-\u202E\u2066-\u2069\uE000\uE001]/g;

/** The values with a place for each quotation, and the quotations themselves. */
export function extractQuotes(values: MessageValues): { values: MessageValues; quotes: readonly string[] } {
  const taken = { ...values };
  const quotes: string[] = [];
  for (const name of quotedValueNames) {
    const text = String(values[name] ?? '').replaceAll(disguisingCharacters, '');
    if (text.trim() === '') continue;
    taken[name] = createQuotePlaceholder(quotes.length);
    quotes.push(text.trim());
  }
  return { values: taken, quotes };
}

export function hasQuotePlaceholder(text: string): boolean {
  return quotePlaceholderPattern.test(text);
}

/** Each quotation stands in a paragraph of its own, wherever the sentence had its place. */
export function splitQuotes(body: string, quotes: readonly string[]): MailPart[] {
  const parts: MailPart[] = [];
  const own = (text: string) => {
    if (text.trim() !== '') parts.push({ isQuote: false, text: text.trim() });
  };
  let rest = body;
  for (;;) {
    const found = quotePlaceholderPattern.exec(rest);
    const quote = found === null ? undefined : quotes[Number(found[1])];
    if (found === null || quote === undefined) break;
    own(rest.slice(0, found.index));
    parts.push({ isQuote: true, text: quote });
    rest = rest.slice(found.index + found[0].length);
  }
  own(rest);
  return parts;
}
