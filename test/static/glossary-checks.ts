import { locales, type Locale } from '#platform/shared/locale.ts';
import type { MessageFile } from './message-checks.ts';

/** The words of each language for each English term; where two are right, both. */
export type Glossary = ReadonlyMap<Locale, ReadonlyMap<string, readonly string[]>>;

/** Reads the tables of `content/terms.md`, one under the heading of each language, and says what is wrong with them. */
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

/** Scripts that write no capitals: their words are short, and carry articles without a space. */
const hasNoCapitals = (text: string) => /\p{Lo}/u.test(text);
const normalizeText = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Case, accents, articles and endings may differ; what a word begins with, of one word at least, may not. */
function containsTerm(text: string, word: string): boolean {
  const said = normalizeText(text);
  if (hasNoCapitals(said) && normalizeText(word).includes(said)) return true;
  return normalizeText(word)
    .split(/[\s’'()-]+/)
    .filter((part) => part.length > 1 || hasNoCapitals(part))
    .some((part) => said.includes(part.slice(0, Math.ceil(part.length * (hasNoCapitals(part) ? 0.4 : 0.6)))));
}

/** The names of courses and levels are names, the air has a temperature, and a dive begins from somewhere. */
const ignoredKeys = /^(logbook\.course|certifications\.level)\.|^logbook\.(field\.air_temp|dive\.entry)$/;

/** Messages that are a term of the glossary in English, and say it by another word than the glossary. */
export function findGlossaryMismatches(
  english: Readonly<Record<string, string>>,
  { area, locale, texts }: MessageFile,
  glossary: Glossary,
): string[] {
  const terms = glossary.get(locale);
  return Object.entries(texts).flatMap(([key, text]) => {
    const words = terms?.get((english[key] ?? '').toLowerCase());
    if (words === undefined || ignoredKeys.test(key) || words.some((word) => containsTerm(text, word))) return [];
    return [`${area} ${locale} ${key}: ${text} instead of ${words.join(' / ')}`];
  });
}
