import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales } from '#platform/shared/locale.ts';
import { listFontFiles } from './font-files.ts';

const root = join(import.meta.dirname, '../../../..');
const fonts = globSync('node_modules/@fontsource-variable/geologica/files/*-wght-normal.woff2', { cwd: root });
const manifest = Object.fromEntries(fonts.map((source) => [source, { file: source }]));

describe('listFontFiles', () => {
  it('names files of the installed font for every language', () => {
    for (const locale of locales) {
      const files = listFontFiles(manifest, locale);
      expect(files[0], locale).toContain('geologica-latin-wght');
      for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
    }
  });

  it('adds the part of the language', () => {
    expect(listFontFiles(manifest, 'ru-RU')[1]).toContain('geologica-cyrillic-wght');
    expect(listFontFiles(manifest, 'en-US')).toHaveLength(1);
  });

  it('throws for a build without the font', () => {
    expect(() => listFontFiles({}, 'en-US')).toThrow('is not in the build');
  });
});

describe('fallback font', () => {
  it('follows Geologica in the font stack', () => {
    const tokens = readFileSync(join(root, 'src/ui/styles/tokens.css'), 'utf8');
    expect(tokens).toContain("'Geologica Variable', 'Geologica Fallback'");
  });
});
