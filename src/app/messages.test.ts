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
    // Labels of the specification that are asked for by other applications, and keys that are put together from a code.
    const isOpenEnded = (key: string) =>
      /^(\w+$|error\.|notifications\.(today|yesterday|older)$|preferences\.mail_choice\.|account\.mail\.|account\.photo\.(pending|approved|rejected)$|association\.reject\.|account\.deletion\.kept\.|account\.export\.table\.|logbook\.(mail|field|skill|skills|adventure|extra|gas_mixture|weather|suit_type|section|status|feeling|body_of_water|level|dive_type|visibility|weight_type|log_type|water_type|cylinder_type|photos)\.|logbook\.form\.(about|missing|wrong|check)_|logbook\.form\.(summary|warn|state)\.|logbook\.form\.(draft|submit|resubmit|log|save|withdraw)$|identity\.demo\.|identity\.mail\.|identity\.type\.|identity\.problem\.|identity\.birthdate\.|identity\.sign_up\.\w+\.(title|text)$|identity\.password\.incorrect$)/.test(
        key,
      );
    expect(Object.keys(english).filter((key) => !isOpenEnded(key) && !code.includes(key))).toEqual([]);
  });
});
