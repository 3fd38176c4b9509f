import { getTextDirection, type Locale } from './locale.ts';

/** Letters that run against the language. */
const oppositeDirectionLetters = { ltr: /[\u0590-\u08ff]/, rtl: /[^\P{L}\u0590-\u08ff]/u };
/** What is isolated already, and an address, which people follow and copy, stay as they are. */
const skippedPattern = /[\u2066-\u2069]|^\S*[/@]\S*$/;

/** Words that run against the sentence they stand in keep their order, and leave quotes, points and numbers to it. */
export function isolateBidi(locale: Locale, text: string): string {
  return oppositeDirectionLetters[getTextDirection(locale)].test(text) && !skippedPattern.test(text)
    ? `\u2068${text}\u2069`
    : text;
}
