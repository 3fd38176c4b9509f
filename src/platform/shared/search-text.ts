/** Removes case and accents for search. */
export function normalizeForSearch(text: string): string {
  // Most texts have neither accents nor other letters.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      // Keyboards and autocorrection produce different apostrophes.
      .replaceAll(/[‘’ʼ]/g, "'")
      .replaceAll('ß', 'ss')
      .replaceAll('ø', 'o')
      .replaceAll('ł', 'l')
      .replaceAll('đ', 'd')
      .replaceAll('ı', 'i')
      // The final sigma is normalized, because the last letter of a search may be in the middle of the word found.
      .replaceAll('ς', 'σ')
  );
}

/** Patterns for `like all`, one per word, so every word must match. */
export function toLikePatterns(search: string): string[] {
  const words = normalizeForSearch(search).split(/\s+/);
  return words.filter((word) => word !== '').map((word) => `%${escapeLike(word)}%`);
}

export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
