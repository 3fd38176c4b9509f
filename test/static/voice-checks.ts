import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { BannedPhrase } from './banned-phrases.ts';

type Texts = Readonly<Record<string, string>>;

/** Each text a message can become. Values are shown as an ellipsis, because other people write them. */
function listVariants(message: string): string[] {
  return expandElements(parse(message));
}

function expandElements(elements: readonly MessageFormatElement[]): string[] {
  let variants = [''];
  for (const element of elements) {
    const endings = expandElement(element);
    variants = variants.flatMap((start) => endings.map((end) => start + end));
  }
  return variants;
}

function expandElement(element: MessageFormatElement): string[] {
  switch (element.type) {
    case TYPE.literal:
      return [element.value];
    case TYPE.tag:
      return expandElements(element.children);
    case TYPE.select:
    case TYPE.plural:
      return Object.values(element.options).flatMap(({ value }) => expandElements(value));
    default:
      return ['…'];
  }
}

/** Banned phrases in the messages, apart from the reviewed exceptions. */
export function findBannedPhrases(texts: Texts, phrases: readonly BannedPhrase[], exceptions: Texts): string[] {
  return Object.entries(texts).flatMap(([key, message]) =>
    listPhrases(message, phrases)
      .filter(({ found }) => exceptions[key] !== found)
      .map(({ found, use }) => `${key}: “${found}” (use: ${use})`),
  );
}

function listPhrases(message: string, phrases: readonly BannedPhrase[]): { found: string; use: string }[] {
  const uses = new Map<string, string>();
  for (const text of listVariants(message))
    for (const { pattern, use } of phrases) {
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) uses.set(found, use);
    }
  return [...uses].map(([found, use]) => ({ found, use }));
}

/** Exceptions whose message is gone or no longer contains the phrase. */
export function findUnusedExceptions(texts: Texts, phrases: readonly BannedPhrase[], exceptions: Texts): string[] {
  return Object.entries(exceptions)
    .filter(([key, phrase]) => !listPhrases(texts[key] ?? '', phrases).some(({ found }) => found === phrase))
    .map(([key]) => key);
}

const mailBody = /\.mail\.\w+\.body$/;
/** Names that are written with a small first letter. */
const smallNames = /^(eCard|eLearning|eRecord)/;

/** Mails whose first sentence after the greeting starts in lower case. A greeting is a first line that ends with a comma. */
export function findLowerCaseMails(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([key, message]) => {
    if (!mailBody.test(key)) return [];
    const start = listVariants(message)
      .map((body) => body.replace(/^[^\n]*,\s*\n\s*/, '').trimStart())
      .find((text) => /^["“‘(]?\p{Ll}/u.test(text) && !smallNames.test(text));
    return start === undefined ? [] : [`${key}: ${start.split('\n', 1)[0]}`];
  });
}

const negation = /\b(?:do|does|did|is|are|was|were|could|would|should|will) not [a-z]+|\bcannot\b/gi;

/** Negations without a contraction. Quotations keep their words. */
export function findUncontracted(lesson: string): string[] {
  const ownWords = lesson.replaceAll(/“[^”]*”|"[^"]*"/g, '');
  return ownWords.match(negation) ?? [];
}
