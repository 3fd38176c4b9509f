import type { Locale } from '#platform/shared/locale.ts';

/** The entries of the Vite manifest that are needed here. */
export type FileManifest = Readonly<Record<string, { file: string }>>;

/** The parts of the brand's font that nearly every page of a language needs, besides Latin. */
const fontParts: Partial<Record<Locale, string>> = {
  'cs-CZ': 'latin-ext',
  'el-GR': 'greek',
  'hr-HR': 'latin-ext',
  'hu-HU': 'latin-ext',
  'pl-PL': 'latin-ext',
  'ru-RU': 'cyrillic',
  'tr-TR': 'latin-ext',
};

/** The URLs of the font files to preload for a language. Other files are loaded when a page contains their characters. */
export function listFontFiles(manifest: FileManifest, locale: Locale): string[] {
  const part = fontParts[locale];
  return ['latin', ...(part === undefined ? [] : [part])].map((name) => {
    const source = `node_modules/@fontsource-variable/geologica/files/geologica-${name}-wght-normal.woff2`;
    const entry = manifest[source];
    if (entry === undefined) throw new Error(`${source} is not in the build`);
    return `/${entry.file}`;
  });
}
