/** The first grapheme of the first and of the last name; a grapheme may have several code points. */
export function getInitials(fullName: string): string {
  const names = fullName.split(/\s+/).filter((name) => name !== '');
  const first = (text: string) => [...new Intl.Segmenter().segment(text)][0]?.segment ?? '';
  return [...new Set([names[0], names.at(-1)])]
    .map((name) => first(name ?? ''))
    .join('')
    .toLocaleUpperCase();
}
