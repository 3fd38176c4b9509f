import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { isolateBidi } from '#platform/shared/bidi-isolate.ts';
import { defaultLocale, formattingTag, isLocale, type Locale } from '#platform/shared/locale.ts';
import { listMessageValues } from './message-values.ts';

export type MessageValues = Record<string, string | number | Date>;

/** The texts for people that the server itself writes: mail, pages, documents. */
export interface Messages {
  format(locale: Locale, key: string, values?: MessageValues): string;
  /** The text as it stands in the file; a missing key is looked up once more in en-US. */
  translate(locale: Locale, key: string): string | null;
  has(key: string): boolean;
  /** Every key there is. */
  keys(): readonly string[];
  /** The language a key is answered in: the one asked for, or English where that has no text. */
  localeOf(locale: Locale, key: string): Locale;
}

const messageFilePatterns = ['app/web/shell/messages/*.json', 'features/*/shared/messages/*.json'];

/** Reads every message file under the source folder; a key that two files give is a defect. */
export function loadMessages(sourceFolder: string): Messages {
  const texts = readTexts(sourceFolder);
  const formats = new Map<string, (values: MessageValues) => unknown>();

  /** Where the text stands: a text borrowed from en-US is also formatted as English. */
  function find(locale: Locale, key: string): { locale: Locale; text: string } | null {
    for (const candidate of [locale, defaultLocale]) {
      const text = texts.get(candidate)?.get(key);
      if (text !== undefined) return { locale: candidate, text };
    }
    return null;
  }

  return {
    format(locale, key, values = {}) {
      const found = find(locale, key);
      if (found === null) throw new Error(`there is no message ${key}`);
      const id = `${found.locale} ${key}`;
      let format = formats.get(id);
      if (format === undefined) {
        format = createFormatter(found);
        formats.set(id, format);
      }
      return String(format(values));
    },
    translate: (locale, key) => find(locale, key)?.text ?? null,
    localeOf: (locale, key) => find(locale, key)?.locale ?? defaultLocale,
    has: (key) => texts.get(defaultLocale)?.has(key) ?? false,
    keys: () => [...(texts.get(defaultLocale)?.keys() ?? [])],
  };
}

function createFormatter({ locale, text }: { locale: Locale; text: string }): (values: MessageValues) => unknown {
  const format = new IntlMessageFormat(text, formattingTag(locale), undefined, { ignoreTag: true });
  const kinds = listMessageValues(text);
  return (values) => {
    const own = Object.entries(values).map(([name, value]) => [
      name,
      kinds.get(name) === 'text' && typeof value === 'string' ? isolateBidi(locale, value) : value,
    ]);
    return format.format(Object.fromEntries(own));
  };
}

function readTexts(sourceFolder: string): Map<Locale, Map<string, string>> {
  const texts = new Map<Locale, Map<string, string>>();
  for (const file of globSync(messageFilePatterns, { cwd: sourceFolder }).toSorted()) {
    const locale = basename(file, '.json');
    if (!isLocale(locale)) throw new Error(`${file} is named after no locale`);
    const known = texts.get(locale) ?? new Map<string, string>();
    texts.set(locale, known);
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(join(sourceFolder, file), 'utf8')) as object)) {
      if (known.has(key)) throw new Error(`${file}: another file already has the message ${key}`);
      known.set(key, String(text));
    }
  }
  return texts;
}
