import { loadFontFiles } from './fonts.ts';

/** Replaces characters that no font has. PDF/A forbids the font's own .notdef glyph. */
const missingGlyph = '◊';
const charactersByFamily = new Map<string, ReadonlySet<number>>();

/**
 * Replaces the characters of a JSON text that none of the families has. Invisible characters and spaces stay, because
 * they need no glyph.
 */
export function replaceMissingGlyphs(json: string, families: readonly string[]): string {
  const has = (character: string) =>
    families.some((family) => getFontCharacters(family).has(character.codePointAt(0) ?? 0));
  return (
    json
      // JSON escapes only lone surrogates and control characters in this way.
      .replaceAll(/(?<!\\)((?:\\\\)*)\\u[0-9a-f]{4}/g, (_, before: string) => `${before}${missingGlyph}`)
      .replaceAll(/[\u0085\u2028\u2029]/g, ' ')
      .replaceAll(/[^\x20-\x7e\p{Zs}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
        has(character) ? character : missingGlyph,
      )
  );
}

/** The characters of a font, read from its `cmap` table. */
function getFontCharacters(family: string): ReadonlySet<number> {
  const [regular] = charactersByFamily.has(family) ? [] : loadFontFiles(family);
  const read = charactersByFamily.get(family) ?? parseFontCharacters(regular ?? Buffer.alloc(0));
  charactersByFamily.set(family, read);
  return read;
}

function parseFontCharacters(font: Buffer): ReadonlySet<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (entry === undefined) throw new Error('the font has no cmap table');
  const cmap = font.readUInt32BE(entry + 8);
  const parts = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) =>
    font.subarray(cmap + font.readUInt32BE(cmap + 8 + index * 8)),
  );
  return new Set(
    parts.flatMap((part) => (part.readUInt16BE(0) === 12 ? parseCmapFormat12(part) : parseCmapFormat4(part))),
  );
}

/** Format 12: ranges of characters. */
function parseCmapFormat12(part: Buffer): number[] {
  const characters: number[] = [];
  for (let at = 16; at < 16 + part.readUInt32BE(12) * 12; at += 12)
    for (let character = part.readUInt32BE(at); character <= part.readUInt32BE(at + 4); character++)
      characters.push(character);
  return characters;
}

/** Format 4: ranges of characters, some of which have no glyph. */
function parseCmapFormat4(part: Buffer): number[] {
  if (part.readUInt16BE(0) !== 4) return [];
  const characters: number[] = [];
  const count = part.readUInt16BE(6);
  for (let at = 14; at < 14 + count; at += 2) {
    const [end, start] = [part.readUInt16BE(at), part.readUInt16BE(at + 2 + count)];
    const [delta, rangeAt] = [part.readUInt16BE(at + 2 + count * 2), at + 2 + count * 3];
    const range = part.readUInt16BE(rangeAt);
    for (let character = start; character <= end; character++) {
      const glyph = range === 0 ? character + delta : part.readUInt16BE(rangeAt + range + (character - start) * 2);
      if (glyph % 65_536 !== 0) characters.push(character);
    }
  }
  return characters;
}
