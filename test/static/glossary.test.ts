import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales, type Locale } from '#platform/shared/locale.ts';
import { findGlossaryMismatches, parseGlossary } from './glossary-checks.ts';

const root = join(import.meta.dirname, '../..');

function glossaryOf(rowsOf: (locale: Locale) => string): string {
  const table = '| English | Own | Note |\n|---|---|---|\n';
  return locales
    .slice(1)
    .map((locale) => `## ${locale}\n\n${table}${rowsOf(locale)}\n`)
    .join('\n');
}

describe('the glossary', () => {
  const { glossary, complaints } = parseGlossary(readFileSync(join(root, 'content/terms.md'), 'utf8'));

  it('has a word in each language for at least 80 terms', () => {
    expect(complaints).toEqual([]);
    for (const [locale, terms] of glossary) expect(terms.size, locale).toBeGreaterThanOrEqual(80);
  });

  it('is used by messages that consist of a term', () => {
    const sources = globSync('src/{app/web/shell,features/*/shared}/messages/en-US.json', { cwd: root });
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>;
    const wrong = sources.flatMap((source) =>
      locales
        .slice(1)
        .flatMap((locale) =>
          findGlossaryMismatches(
            read(source),
            { feature: source, locale, texts: read(source.replace('en-US', locale)) },
            glossary,
          ),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('calls an outdated questionnaire a questionnaire, not a physician’s form', () => {
    const stemsOf = (word: string) => word.split(' ').map((part) => part.slice(0, Math.ceil(part.length * 0.6)));
    const others = locales.slice(1).filter((locale) => {
      const file = join(root, `src/features/professionals/shared/messages/${locale}.json`);
      const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const message = texts['professionals.board.blocker.expired']?.toLowerCase() ?? '';
      const words = glossary.get(locale)?.get('medical questionnaire') ?? [];
      return !words.some((word) => stemsOf(word.toLowerCase()).every((stem) => message.includes(stem)));
    });
    expect(others).toEqual([]);
  });
});

describe('glossary checks', () => {
  const good = glossaryOf((locale) => `| regulator | Atemregler ${locale} / Automat | |\n| reel | r | |`);

  it('report a missing language, a missing word and a duplicate term', () => {
    expect(parseGlossary(good).complaints).toEqual([]);
    expect(parseGlossary(good.replace('## de-DE', '## de')).complaints).toContain('de-DE: 0 sections');
    const other = glossaryOf((locale) =>
      locale === 'fr-FR' ? '| regulator | | |\n| regulator | a | |' : '| regulator | a | |\n| reel | r | |',
    );
    expect(parseGlossary(other).complaints).toEqual([
      'fr-FR regulator: no word',
      'fr-FR regulator: twice',
      'fr-FR reel: missing',
    ]);
  });

  it('report a message that uses another word for a term', () => {
    const { glossary } = parseGlossary(good);
    const say = (text: string) =>
      findGlossaryMismatches(
        { 'a.gear': 'Regulator' },
        { feature: 'a', locale: 'de-DE', texts: { 'a.gear': text } },
        glossary,
      );
    expect(say('Der Automat')).toEqual([]);
    expect(say('Regler')).toEqual(['a de-DE a.gear: Regler instead of Atemregler de-DE / Automat']);
  });
});
