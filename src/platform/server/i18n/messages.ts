import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { isolateBidi } from '#platform/shared/bidi-isolate.ts';
import { defaultLocale, formattingTag, isLocale, type Locale } from '#platform/shared/locale.ts';
import { listMessageValues } from './message-values.ts';

export type MessageValues = Record<string, string | number | Date>;

/** Translated texts for mail, pages and documents that the server creates. */
export interface Messages {
  format(locale: Locale, key: string, values?: MessageValues): string;
  /** The unformatted text of the message file, with en-US as fallback. */
  translate(locale: Locale, key: string): string | null;
  has(key: string): boolean;
  keys(): readonly string[];
  /** The language of the text: the requested one, or en-US as fallback. */
  localeOf(locale: Locale, key: string): Locale;
}

const messageFilePatterns = ['app/web/shell/messages/*.json', 'features/*/shared/messages/*.json'];

/** Reads every message file under the source folder. Throws for duplicate keys. */
export function loadMessages(sourceFolder: string): Messages {
  const texts = readTexts(sourceFolder);
  const formats = new Map<string, (values: MessageValues) => unknown>();

  /** Also returns the locale, because a fallback text must be formatted as English. */
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
      if (found === null) throw new Error(`unknown message ${key}`);
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
    const entries = Object.entries(values).map(([name, value]) => [
      name,
      kinds.get(name) === 'text' && typeof value === 'string' ? isolateBidi(locale, value) : value,
    ]);
    return format.format(Object.fromEntries(entries));
  };
}

function readTexts(sourceFolder: string): Map<Locale, Map<string, string>> {
  const texts = new Map<Locale, Map<string, string>>();
  for (const file of globSync(messageFilePatterns, { cwd: sourceFolder }).toSorted()) {
    const locale = basename(file, '.json');
    if (!isLocale(locale)) throw new Error(`${file} is not named after a known locale`);
    const known = texts.get(locale) ?? new Map<string, string>();
    texts.set(locale, known);
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(join(sourceFolder, file), 'utf8')) as object)) {
      if (known.has(key)) throw new Error(`${file}: another file already has the message ${key}`);
      known.set(key, String(text));
    }
  }
  return texts;
}
