import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InvalidValueTypeError, IntlMessageFormat } from 'intl-messageformat';
import { isolateBidi } from '#platform/shared/bidi-isolate.ts';
import { isDay } from '#platform/shared/dates.ts';
import { getMessageDayFormats } from '#platform/shared/format-day.ts';
import { joinNames } from '#platform/shared/join-list.ts';
import { defaultLocale, formattingTag, isLocale, type Locale } from '#platform/shared/locale.ts';
import { formatMoneyForLocale, type Money } from '#platform/shared/money.ts';
import { listMessageValues } from './message-values.ts';

/**
 * Amounts, lists of names and days are written in the language of the text. The server doesn't know the time zone of its
 * readers, so a date in a message is a `Day`, never a moment.
 */
export type MessageValues = Record<string, string | number | Money | readonly string[]>;

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

/** Languages that stay in memory besides en-US. All 28 would take 20 MB; reading one takes a few milliseconds. */
const maxLoadedLocales = 6;

interface LoadedLocale {
  texts: Map<string, string>;
  formats: Map<string, (values: MessageValues) => unknown>;
}

/** Lists every message file under the source folder and reads a language when it is first used. */
export function loadMessages(sourceFolder: string): Messages {
  const files = listFiles(sourceFolder);
  const english = readLocale(sourceFolder, files.get(defaultLocale) ?? []);
  const loaded = new Map<Locale, LoadedLocale>();

  function load(locale: Locale): LoadedLocale {
    if (locale === defaultLocale) return english;
    const content = loaded.get(locale) ?? readLocale(sourceFolder, files.get(locale) ?? []);
    // The language moves to the end, so the first one is the least recently used.
    loaded.delete(locale);
    loaded.set(locale, content);
    for (const oldest of loaded.keys()) {
      if (loaded.size <= maxLoadedLocales) break;
      loaded.delete(oldest);
    }
    return content;
  }

  /** Also returns the locale, because a fallback text must be formatted as English. */
  function find(locale: Locale, key: string): { locale: Locale; text: string; content: LoadedLocale } | null {
    for (const candidate of [locale, defaultLocale]) {
      const content = load(candidate);
      const text = content.texts.get(key);
      if (text !== undefined) return { locale: candidate, text, content };
    }
    return null;
  }

  return {
    format(locale, key, values = {}) {
      const found = find(locale, key);
      if (found === null) throw new Error(`unknown message ${key}`);
      const { formats } = found.content;
      let format = formats.get(key);
      if (format === undefined) {
        format = createFormatter(found);
        formats.set(key, format);
      }
      return String(format(values));
    },
    translate: (locale, key) => find(locale, key)?.text ?? null,
    localeOf: (locale, key) => find(locale, key)?.locale ?? defaultLocale,
    has: (key) => english.texts.has(key),
    keys: () => [...english.texts.keys()],
  };
}

function createFormatter({ locale, text }: { locale: Locale; text: string }): (values: MessageValues) => unknown {
  const formats = { date: getMessageDayFormats(locale) };
  const format = new IntlMessageFormat(text, formattingTag(locale), formats, { ignoreTag: true });
  const kinds = listMessageValues(text);
  return (values) => {
    const entries = Object.entries(values).map(([name, value]) => {
      if (kinds.get(name) === 'date') return [name, toDate(value, text)];
      const plain = toPlainValue(locale, value);
      return [name, kinds.get(name) === 'text' && typeof plain === 'string' ? isolateBidi(locale, plain) : plain];
    });
    return format.format(Object.fromEntries(entries));
  };
}

function toDate(value: MessageValues[string], text: string): Date {
  if (!isDay(value)) throw new InvalidValueTypeError(value, 'day', text);
  return new Date(value);
}

function toPlainValue(locale: Locale, value: MessageValues[string]): string | number {
  if (typeof value !== 'object') return value;
  return 'currency' in value ? formatMoneyForLocale(locale, value) : joinNames(locale, value);
}

function listFiles(sourceFolder: string): Map<Locale, string[]> {
  const files = new Map<Locale, string[]>();
  for (const file of globSync(messageFilePatterns, { cwd: sourceFolder }).toSorted()) {
    const locale = basename(file, '.json');
    if (!isLocale(locale)) throw new Error(`${file} is not named after a known locale`);
    files.set(locale, [...(files.get(locale) ?? []), file]);
  }
  return files;
}

/** Throws for duplicate keys. */
function readLocale(sourceFolder: string, files: readonly string[]): LoadedLocale {
  const texts = new Map<string, string>();
  for (const file of files)
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(join(sourceFolder, file), 'utf8')) as object)) {
      if (texts.has(key)) throw new Error(`${file}: another file already has the message ${key}`);
      texts.set(key, String(text));
    }
  return { texts, formats: new Map() };
}
