import {
  parse,
  TYPE,
  type DateElement,
  type MessageFormatElement,
  type NumberElement,
  type TimeElement,
} from '@formatjs/icu-messageformat-parser';
import { intlTag, type Locale } from '#platform/shared/locale.ts';

/** The messages of one feature in one language. */
export interface MessageFile {
  feature: string;
  locale: Locale;
  texts: Readonly<Record<string, string>>;
}

type Texts = Readonly<Record<string, string>>;

/** Keys that a language lacks, and keys that English does not have. */
export function findKeyMismatches(english: Texts, { feature, locale, texts }: MessageFile): string[] {
  return [
    ...Object.keys(english)
      .filter((key) => !Object.hasOwn(texts, key))
      .map((key) => `${feature} ${locale} ${key}: missing`),
    ...Object.keys(texts)
      .filter((key) => !Object.hasOwn(english, key))
      .map((key) => `${feature} ${locale} ${key}: English does not have it`),
  ];
}

interface MessageFormat {
  parts: string[];
  plurals: { name: string; isOrdinal: boolean; forms: string[] }[];
}

/** Each English text is compared with 27 translations. */
const formatCache = new Map<string, MessageFormat>();

function getFormat(text: string): MessageFormat {
  const known = formatCache.get(text) ?? parseFormat(text);
  formatCache.set(text, known);
  return known;
}

const formatNames = { [TYPE.number]: 'number', [TYPE.date]: 'date', [TYPE.time]: 'time' };

/** A name such as `long`, or the options of a skeleton after `::`. */
function getStyle({ style }: NumberElement | DateElement | TimeElement): string {
  return typeof style === 'string' ? style : JSON.stringify(style?.parsedOptions ?? '').replaceAll(/^""$/g, '');
}

/** The parts that a translation shares with its source. Plural forms are listed by kind only, because languages differ. */
function parseFormat(text: string): MessageFormat {
  // Most texts are plain.
  if (!/[{<']/.test(text)) return { parts: [], plurals: [] };
  const parts = new Set<string>();
  const plurals: MessageFormat['plurals'] = [];
  const walk = (elements: MessageFormatElement[]) => {
    for (const element of elements) {
      switch (element.type) {
        case TYPE.literal:
        case TYPE.pound:
          break;
        case TYPE.tag:
          parts.add(`<${element.value}>`);
          walk(element.children);
          break;
        case TYPE.select:
          parts.add(`{${element.value}, select, ${Object.keys(element.options).toSorted().join(' ')}}`);
          for (const option of Object.values(element.options)) walk(option.value);
          break;
        case TYPE.plural: {
          const isOrdinal = element.pluralType === 'ordinal';
          parts.add(`{${element.value}, ${isOrdinal ? 'selectordinal' : 'plural'}}`);
          const forms = Object.keys(element.options).filter((option) => !option.startsWith('='));
          plurals.push({ name: element.value, isOrdinal, forms });
          for (const option of Object.values(element.options)) walk(option.value);
          break;
        }
        case TYPE.argument:
          parts.add(`{${element.value}}`);
          break;
        default:
          parts.add(`{${[element.value, formatNames[element.type], getStyle(element)].filter(Boolean).join(', ')}}`);
      }
    }
  };
  walk(parse(text));
  return { parts: [...parts], plurals };
}

/** Arguments, tags and choices that differ from English, and plural forms that differ from the language's rules. */
export function findFormatMismatches(english: Texts, { feature, locale, texts }: MessageFile): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (text === '') return [`${feature} ${locale} ${key}: empty`];
    const own = getFormat(text);
    const source = getFormat(english[key] ?? '');
    const complaints = [
      ...source.parts.filter((part) => !own.parts.includes(part)).map((part) => `lacks ${part}`),
      ...own.parts.filter((part) => !source.parts.includes(part)).map((part) => `has ${part}`),
      ...own.plurals.flatMap(({ name, isOrdinal, forms }) => {
        const needed = getPluralCategories(locale, isOrdinal);
        return [
          ...needed.filter((form) => !forms.includes(form)).map((form) => `lacks ${name} ${form}`),
          ...forms.filter((form) => !needed.includes(form)).map((form) => `has ${name} ${form}`),
        ];
      }),
    ];
    return complaints.map((complaint) => `${feature} ${locale} ${key}: ${complaint}`);
  });
}

const pluralCategoryCache = new Map<string, string[]>();

function getPluralCategories(locale: Locale, isOrdinal: boolean): string[] {
  const type = isOrdinal ? 'ordinal' : 'cardinal';
  const known =
    pluralCategoryCache.get(`${locale} ${type}`) ??
    new Intl.PluralRules(intlTag(locale), { type }).resolvedOptions().pluralCategories;
  pluralCategoryCache.set(`${locale} ${type}`, known);
  return known;
}

/** The words of a message without arguments and punctuation: "Quiz, {time}" has "quiz". */
export function listWords(text: string): string[] {
  const words = new Set<string>();
  const walk = (elements: MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.literal)
        for (const part of element.value.split(/[^\p{L}\p{M}\p{N}\s'’.&/-]+|[.](?=\s|$)/u)) {
          const word = part.replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}\p{N}]+$/gu, '').toLowerCase();
          if (/\p{L}/u.test(word)) words.add(word);
        }
      if (element.type === TYPE.tag) walk(element.children);
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const option of Object.values(element.options)) walk(option.value);
    }
  };
  walk(parse(text));
  return [...words];
}

export interface SharedWords {
  everywhere: readonly string[];
  /** Words that only some languages share with English. */
  in: Readonly<Partial<Record<Locale, readonly string[]>>>;
}

/** Translations that equal the English text and have words that the language doesn't share with English. */
export function findUntranslatedMessages(
  english: Texts,
  { feature, locale, texts }: MessageFile,
  same: SharedWords,
): string[] {
  const known = new Set([...same.everywhere, ...(same.in[locale] ?? [])]);
  return Object.entries(texts).flatMap(([key, text]) => {
    if (text !== english[key]) return [];
    const words = listWords(text).filter((word) => !known.has(word));
    return words.length === 0 ? [] : [`${feature} ${locale} ${key}: ${words.join(', ')} as in English`];
  });
}

/** Entries of the list that no translation needs any more. */
export function findUnusedSharedWords(
  files: readonly (MessageFile & { english: Texts })[],
  same: SharedWords,
): string[] {
  const used = new Map<string, Set<Locale>>();
  for (const { locale, texts, english } of files)
    for (const [key, text] of Object.entries(texts))
      if (text === english[key])
        for (const word of listWords(text)) used.set(word, (used.get(word) ?? new Set()).add(locale));
  const everywhere = new Set(same.everywhere);
  return [
    ...same.everywhere.filter((word) => !used.has(word)),
    ...(Object.entries(same.in) as [Locale, readonly string[]][]).flatMap(([locale, words]) =>
      words.filter((word) => everywhere.has(word) || !used.get(word)?.has(locale)).map((word) => `${locale} ${word}`),
    ),
  ].map((entry) => `${entry}: no translation needs it`);
}
