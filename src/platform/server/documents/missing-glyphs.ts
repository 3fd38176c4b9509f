import { readFileSync } from 'node:fs';
import { listFontFiles } from './fonts.ts';

/** For a letter that no font has. Not the box of the font itself: an archive may not draw what is no letter. */
const missingGlyph = '◊';
const charactersByFamily = new Map<string, ReadonlySet<number>>();

/**
 * A text in JSON without the letters that none of the families has. What is not seen stays as it is, and spaces too: they
 * are drawn without a sign of their own.
 */
export function replaceMissingGlyphs(json: string, families: readonly string[]): string {
  const has = (letter: string) => families.some((family) => getFontCharacters(family).has(letter.codePointAt(0) ?? 0));
  return (
    json
      // Half a letter, or a sign for machines: JSON writes nothing else so.
      .replaceAll(/(?<!\\)((?:\\\\)*)\\u[0-9a-f]{4}/g, (_, before: string) => `${before}${missingGlyph}`)
      .replaceAll(/[\u0085\u2028\u2029]/g, ' ')
      .replaceAll(/[^\x20-\x7e\p{Zs}\p{Default_Ignorable_Code_Point}]/gu, (letter) =>
        has(letter) ? letter : missingGlyph,
      )
  );
}

/** The letters that a font has signs for, as its table `cmap` says. */
function getFontCharacters(family: string): ReadonlySet<number> {
  const read = charactersByFamily.get(family) ?? parseFontCharacters(readFileSync(listFontFiles(family)[0] ?? ''));
  charactersByFamily.set(family, read);
  return read;
}

function parseFontCharacters(font: Buffer): ReadonlySet<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (entry === undefined) throw new Error('a font says nothing of its letters');
  const cmap = font.readUInt32BE(entry + 8);
  const parts = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) =>
    font.subarray(cmap + font.readUInt32BE(cmap + 8 + index * 8)),
  );
  return new Set(
    parts.flatMap((part) => (part.readUInt16BE(0) === 12 ? parseCmapFormat12(part) : parseCmapFormat4(part))),
  );
}

/** Format 12: runs of letters. */
function parseCmapFormat12(part: Buffer): number[] {
  const letters: number[] = [];
  for (let at = 16; at < 16 + part.readUInt32BE(12) * 12; at += 12)
    for (let letter = part.readUInt32BE(at); letter <= part.readUInt32BE(at + 4); letter++) letters.push(letter);
  return letters;
}

/** Format 4: runs of letters too, where some have no sign after all. */
function parseCmapFormat4(part: Buffer): number[] {
  if (part.readUInt16BE(0) !== 4) return [];
  const letters: number[] = [];
  const count = part.readUInt16BE(6);
  for (let at = 14; at < 14 + count; at += 2) {
    const [end, start] = [part.readUInt16BE(at), part.readUInt16BE(at + 2 + count)];
    const [delta, rangeAt] = [part.readUInt16BE(at + 2 + count * 2), at + 2 + count * 3];
    const range = part.readUInt16BE(rangeAt);
    for (let letter = start; letter <= end; letter++) {
      const sign = range === 0 ? letter + delta : part.readUInt16BE(rangeAt + range + (letter - start) * 2);
      if (sign % 65_536 !== 0) letters.push(letter);
    }
  }
  return letters;
}
