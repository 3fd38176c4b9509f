/** One sign of the first and of the last name, as a person counts signs, not as a computer does. */
export function getInitials(fullName: string): string {
  const names = fullName.split(/\s+/).filter((name) => name !== '');
  const first = (text: string) => [...new Intl.Segmenter().segment(text)][0]?.segment ?? '';
  return [...new Set([names[0], names.at(-1)])]
    .map((name) => first(name ?? ''))
    .join('')
    .toLocaleUpperCase();
}
