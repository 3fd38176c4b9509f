import { describe, expect, it } from 'vitest';
import { isSymbolsOnly, translateDrawing } from './drawing-translations.ts';
import { createCourseMaker, germanFiles } from './testing.ts';

describe('drawing translations', () => {
  it.each([
    ['0', true],
    ['1.5 bar', true],
    ['16 L/min', true],
    ['½ L', true],
    ['110° + 180° = 290°', true],
    ['water', false],
    ['N', false],
    ['3 min at 5 m', false],
    ['meter', false],
  ])('isSymbolsOnly(%j) returns %s', (text, expected) => {
    expect(isSymbolsOnly(text)).toBe(expected);
  });

  it.each([
    ['en-US', '<text x="1">2,400 m, 1.50 bar</text>', '<text x="1">2,400 m, 1.50 bar</text>'],
    ['de-DE', '<text x="1">2,400 m, 1.50 bar</text>', '<text x="1">2.400 m, 1,50 bar</text>'],
    ['es-ES', '<text x="1">1.5 bar</text>', '<text x="1">1,5 bar</text>'],
    ['ja-JP', '<text x="1">1.5 bar</text>', '<text x="1">1.5 bar</text>'],
    ['ar-SA', '<text x="1">1.5</text>', '<text x="1">1.5</text>'],
    ['fr-FR', '<text x="1">030</text>', '<text x="1">030</text>'],
  ] as const)('translateDrawing for %s turns %s into %s', (culture, drawn, expected) => {
    expect(translateDrawing(drawn, {}, culture)).toBe(expected);
  });

  it.each([
    [
      'at its left end',
      '<text x="1" y="2">air</text>',
      '<text x="1" y="2" text-anchor="end" direction="rtl">هواء</text>',
    ],
    [
      'at its right end',
      '<text text-anchor="end" x="1">air</text>',
      '<text x="1" text-anchor="start" direction="rtl">هواء</text>',
    ],
    [
      'in its middle',
      '<text text-anchor="middle">air</text>',
      '<text text-anchor="middle" direction="rtl">هواء</text>',
    ],
    ['in its middle, Latin', '<text text-anchor="middle">OK</text>', '<text text-anchor="middle">OK</text>'],
  ])('translateDrawing keeps the position of right-to-left text anchored %s', (_name, drawn, expected) => {
    expect(translateDrawing(drawn, { air: 'هواء', OK: 'OK' }, 'ar-SA')).toBe(expected);
  });
});

describe('course with translated drawings', async () => {
  const make = await createCourseMaker();
  const svg = '<svg viewBox="0 0 632 200"><text x="1" y="2">water</text><text x="1" y="9">1.5 bar</text></svg>';
  const makeWithTranslations = async (yaml: string | null) =>
    await make({ ...germanFiles, 'media/kit.svg': svg, 'de-DE/drawings.yaml': yaml });
  const formatError = (line: number, problem: string) => [`content/water/de-DE/drawings.yaml:${line}: ${problem}`];

  it('shows drawings in the language of the course', async () => {
    const { course, errors } = await makeWithTranslations('kit.svg:\n  water: Wasser\n');
    expect(errors).toEqual([]);
    const shown = (culture: 'en-US' | 'de-DE') => JSON.stringify(course?.texts.get(culture)?.sections[0]?.lessons[0]);
    expect(shown('de-DE')).toMatch(/>Wasser<.*>1,5 bar</);
    expect(shown('en-US')).toMatch(/>water<.*>1.5 bar</);
  });

  it.each([
    ['a missing file', null, formatError(1, '“water” in kit.svg is not translated')],
    ['a missing translation', 'kit.svg:\n  1.5 bar: 1,5 bar\n', formatError(1, '“water” in kit.svg is not translated')],
    [
      'a translation of an unknown text',
      'kit.svg:\n  water: Wasser\n  air: Luft\n',
      formatError(1, '“air” does not occur in kit.svg'),
    ],
    [
      'an unknown drawing',
      'kit.svg:\n  water: Wasser\nair.svg:\n  air: Luft\n',
      formatError(3, 'unknown drawing air.svg'),
    ],
    ['an empty translation', "kit.svg:\n  water: ''\n", [expect.stringContaining('drawings.yaml:2: kit.svg.water')]],
  ])('reports %s', async (_name, yaml, expected) => {
    expect((await makeWithTranslations(yaml)).errors).toEqual(expected);
  });
});
