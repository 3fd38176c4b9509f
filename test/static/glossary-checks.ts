import { locales, type Locale } from '#platform/shared/locale.ts';
import type { MessageFile } from './message-checks.ts';

/** The accepted words of each language for each English term. */
export type Glossary = ReadonlyMap<Locale, ReadonlyMap<string, readonly string[]>>;

/** Reads the tables of `content/terms.md`, one per language, and lists their errors. */
export function parseGlossary(text: string): { glossary: Glossary; complaints: string[] } {
  const glossary = new Map<Locale, Map<string, string[]>>();
  const complaints: string[] = [];
  const sections = text.split(/^## /m).slice(1);
  for (const locale of locales.slice(1)) {
    const words = new Map<string, string[]>();
    glossary.set(locale, words);
    const found = sections.filter((section) => section.split('\n', 1)[0]?.trim() === locale);
    if (found.length !== 1) complaints.push(`${locale}: ${found.length} sections`);
    const [, , ...rows] = (found[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
    for (const row of rows) {
      const [, term = '', cell = ''] = row.split('|').map((part) => part.trim());
      const own = cell.split(' / ').map((word) => word.trim());
      if (own.includes('')) complaints.push(`${locale} ${term}: no word`);
      if (words.has(term.toLowerCase())) complaints.push(`${locale} ${term}: twice`);
      words.set(term.toLowerCase(), own);
    }
  }
  const terms = new Set([...glossary.values()].flatMap((words) => [...words.keys()]));
  for (const [locale, words] of glossary)
    for (const term of terms) if (!words.has(term)) complaints.push(`${locale} ${term}: missing`);
  return { glossary, complaints };
}

/** Scripts without capitals. Their words are short and are joined with articles. */
const hasNoCapitals = (text: string) => /\p{Lo}/u.test(text);
const normalizeText = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Accepts differences of case, accents, articles and endings if one word starts the same. */
function containsTerm(text: string, word: string): boolean {
  const normalized = normalizeText(text);
  if (hasNoCapitals(normalized) && normalizeText(word).includes(normalized)) return true;
  return normalizeText(word)
    .split(/[\s’'()-]+/)
    .filter((part) => part.length > 1 || hasNoCapitals(part))
    .some((part) => normalized.includes(part.slice(0, Math.ceil(part.length * (hasNoCapitals(part) ? 0.4 : 0.6)))));
}

/** English terms with another meaning in these messages: names of courses, the air temperature, where a dive begins. */
const ignoredKeys = /^(logbook\.course|certifications\.level)\.|^logbook\.(field\.air_temp|dive\.entry)$/;

/** Translations of a glossary term that use another word than the glossary. */
export function findGlossaryMismatches(
  english: Readonly<Record<string, string>>,
  { feature, locale, texts }: MessageFile,
  glossary: Glossary,
): string[] {
  const terms = glossary.get(locale);
  return Object.entries(texts).flatMap(([key, text]) => {
    const words = terms?.get((english[key] ?? '').toLowerCase());
    if (words === undefined || ignoredKeys.test(key) || words.some((word) => containsTerm(text, word))) return [];
    return [`${feature} ${locale} ${key}: ${text} instead of ${words.join(' / ')}`];
  });
}

export interface NamePair {
  name: string;
  never: string;
}

/** Reads the last table of `docs/glossary.md`. */
export function parseNamePairs(text: string): NamePair[] {
  const section = text.split('## One name for one thing')[1] ?? '';
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) => {
    const [, name = '', never = ''] = row.split('|').map((part) => part.trim());
    return { name, never };
  });
}

/** The names in a text that a glossary pair excludes. */
export function findOtherNames(text: string, pairs: readonly NamePair[]): string[] {
  const normalized = text.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ');
  return pairs
    .filter(({ never }) => new RegExp(`\\b${never}s?\\b`).test(normalized))
    .map(({ name, never }) => `${never} (use: ${name})`);
}
