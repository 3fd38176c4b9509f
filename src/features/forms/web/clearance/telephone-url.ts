/** A `tel:` URL with ASCII digits, a leading plus and no extension. */
export function telephoneUrl(phone: string): string {
  const [number = ''] = phone.split(/\p{L}/u);
  const digits = [...number].flatMap((character) => (/\p{Nd}/u.test(character) ? [digitOf(character)] : []));
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${digits.join('')}`;
}

/** The digits of a script are consecutive code points that start at zero. */
function digitOf(character: string): number {
  let zero = character.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
