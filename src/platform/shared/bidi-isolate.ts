import { getTextDirection, type Locale } from './locale.ts';

/** Letters that run against the direction of the language. */
const oppositeDirectionLetters = { ltr: /[\u0590-\u08ff]/, rtl: /[^\P{L}\u0590-\u08ff]/u };
const isolates = /[\u2066-\u2069]/;

/** Isolates a text that runs against its sentence, so adjacent quotes, punctuation and numbers stay in order. */
export function isolateBidi(locale: Locale, text: string): string {
  if (!oppositeDirectionLetters[getTextDirection(locale)].test(text)) return text;
  // Isolated texts need no second isolate, and URLs and email addresses must stay unchanged to be copied.
  const isAddress = /[/@]/.test(text) && !/\s/.test(text);
  return isAddress || isolates.test(text) ? text : `\u2068${text}\u2069`;
}
