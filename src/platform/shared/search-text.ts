/** For search: without case and accents. */
export function normalizeForSearch(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      // Whichever apostrophe a keyboard has.
      .replaceAll(/[‘’ʼ]/g, "'")
      .replaceAll('ß', 'ss')
      .replaceAll('ø', 'o')
      .replaceAll('ł', 'l')
      .replaceAll('đ', 'd')
      .replaceAll('ı', 'i')
      // In a word that is still being typed, the last letter is not the last.
      .replaceAll('ς', 'σ')
  );
}

/** For `like all`: every word of it has to be somewhere. */
export function toLikePatterns(search: string): string[] {
  const words = normalizeForSearch(search).split(/\s+/);
  return words.filter((word) => word !== '').map((word) => `%${escapeLike(word)}%`);
}

export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
