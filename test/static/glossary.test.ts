import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales, type Locale } from '#platform/shared/locale.ts';
import { findGlossaryMismatches, findOtherNames, parseGlossary, parseNamePairs } from './glossary-checks.ts';

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

describe('names of docs/glossary.md', () => {
  const pairs = parseNamePairs(readFileSync(join(root, 'docs/glossary.md'), 'utf8'));
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

  it('list pairs', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(5);
    expect(pairs).toContainEqual({ name: 'medical questionnaire', never: 'medical form' });
  });

  it('are used by English messages, API summaries and courses', () => {
    const files = [
      ...read('src/{app/web/shell,features/*/shared}/messages/en-US.json'),
      ...read('src/features/*/shared/*.ts'),
      ...read('content/*/en-US/**/*.{md,yaml}'),
    ];
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ file, text }) => findOtherNames(text, pairs).map((found) => `${file}: ${found}`))).toEqual(
      [],
    );
  });

  it('are found in any case and with any apostrophe', () => {
    expect(findOtherNames('Needs a Physician’s  approval', pairs)).toEqual([
      "physician's approval (use: physician's clearance)",
    ]);
    expect(findOtherNames('Course codes', pairs)).toEqual(['course code (use: access code)']);
    expect(findOtherNames('the course; coded', pairs)).toEqual([]);
  });

  it('have one label for an access code in each language', () => {
    const stem = (word: string) => word.toLowerCase().slice(0, Math.ceil(word.length * 0.6));
    const wrong = locales.filter((locale) => {
      const texts = JSON.parse(
        readFileSync(join(root, `src/features/learning/shared/messages/${locale}.json`), 'utf8'),
      ) as Record<string, string>;
      const named = texts['learning.mail.code_granted.title']?.toLowerCase() ?? '';
      // Arabic joins the article with the word.
      const label = (texts['learning.code.label'] ?? '').replaceAll(/(?<=^|\s)ال/g, '');
      return !label.split(' ').every((word) => named.includes(stem(word)));
    });
    expect(wrong).toEqual([]);
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
