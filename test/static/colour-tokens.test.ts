import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * contrast.test.ts checks the contrast of the colour tokens in light and dark mode. That covers every page only while no
 * page uses another colour.
 */
const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi;
const palette =
  /(?<![\w-])(?:bg|text|border|fill|stroke|ring|outline|decoration|accent|caret|shadow|from|via|to)-(?:white|black|(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d{2,3})(?![\w-])/g;

/** Files with colours that are the same in both modes. */
const exceptions: Record<string, string> = {
  'src/ui/styles/tokens.css': 'the tokens',
  'src/ui/dive/ecard.css': 'the pattern of an eCard, which is the same in both modes',
  'src/features/learning/web/board/boat.css': 'print',
  'src/features/learning/web/scorm/scorm-player.tsx': 'the paper under a third-party course',
};

const listColours = (text: string) => [...(text.match(colour) ?? []), ...(text.match(palette) ?? [])];
const stylesheets = globSync('src/**/*.css');
const components = globSync('src/**/*.tsx', { exclude: (path) => path.includes('.test.') });

describe('pages use colour tokens only', () => {
  test.each([
    ['stylesheets', stylesheets],
    ['components', components],
  ])('in %s', (_kind, files) => {
    const found = files
      .filter((file) => exceptions[file] === undefined)
      .flatMap((file) => listColours(readFileSync(file, 'utf8')).map((value) => `${file}: ${value}`));
    expect(files.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });

  test('each exception still has a colour', () => {
    const unused = Object.keys(exceptions).filter((file) => listColours(readFileSync(file, 'utf8')).length === 0);
    expect(unused).toEqual([]);
  });

  test('detects literals and palette utilities', () => {
    expect(listColours('a { color: #fff } <p className="bg-red-500 text-ink">')).toEqual(['#fff', 'bg-red-500']);
  });
});
