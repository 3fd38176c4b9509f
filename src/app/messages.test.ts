import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { intlTag, isLocale, type Locale } from '../platform/shared/locale.ts';

const root = join(import.meta.dirname, '..');
const files = globSync('{app/shell,features/*/shared}/messages/*.json', { cwd: root });
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>;
const sources = files.filter((file) => basename(file) === 'en-US.json');
const english = Object.assign({}, ...sources.map(read)) as Record<string, string>;
const code = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.') && !file.includes('/gallery/'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

interface Shape {
  names: string[];
  plurals: string[][];
}

/** What a translation must have in common with its source, and the plural forms it offers. */
function shapeOf(message: string): Shape {
  const names = new Set<string>();
  const plurals: string[][] = [];
  const walk = (elements: MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value);
      if (element.type === TYPE.tag) walk(element.children);
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        if (element.type === TYPE.plural)
          plurals.push(Object.keys(element.options).filter((option) => !option.startsWith('=')));
        for (const option of Object.values(element.options)) walk(option.value);
      }
    }
  };
  walk(parse(message));
  return { names: [...names].toSorted(), plurals };
}

describe('messages', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(1);
    expect(Object.keys(english).length).toBeGreaterThan(150);
  });

  it.each(files)(
    'in %s are ones that English has, with the same names in them and the plural forms of the language',
    (file) => {
      const locale = basename(file, '.json') as Locale;
      expect(isLocale(locale)).toBe(true);
      const source = read(join(dirname(file), 'en-US.json'));
      const categories = new Intl.PluralRules(intlTag(locale)).resolvedOptions().pluralCategories.toSorted();
      for (const [key, message] of Object.entries(read(file))) {
        expect(source, key).toHaveProperty([key]);
        const shape = shapeOf(message);
        expect(shape.names, key).toEqual(shapeOf(source[key] ?? '').names);
        for (const forms of shape.plurals) expect(forms.toSorted(), key).toEqual(categories);
      }
    },
  );

  it('that code asks for exist', () => {
    const asked = [...code.matchAll(/(?:\bid=|\bid: |formatMessage\(\{ id: )['"]([\w.]+\.[\w.]+)['"]/g)].map(
      ([, id = '']) => id,
    );
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((id) => !(id in english))).toEqual([]);
  });

  it('that exist are asked for', () => {
    // Labels of the specification that are asked for by other applications, notices that are named by their template,
    // and the enumerations of a dive, which are named by their field.
    const isOpenEnded =
      /^(\w+$|error\.|notifications\.(today|yesterday|older)$|\w+\.mail\.|identity\.demo\.|identity\.password\.incorrect$|logbook\.(\w+_(type|water|mixture)|level|weather|feeling|visibility)\.)/;
    // `area.part.${word}` and `area.part.word_${word}` are put together; a whole area never is.
    const built = [...code.matchAll(/`(\w+\.\w+[._][\w.]*)\$\{/g)].map(([, start = '']) => start);
    const isAsked = (key: string) =>
      isOpenEnded.test(key) || code.includes(key) || built.some((start) => key.startsWith(start));
    expect(Object.keys(english).filter((key) => !isAsked(key))).toEqual([]);
  });
});
