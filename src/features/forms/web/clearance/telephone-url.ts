/** What a phone can dial: digits of any script as 0 to 9, a leading plus, and no extension. */
export function telephoneUrl(phone: string): string {
  const [number = ''] = phone.split(/\p{L}/u);
  const digits = [...number].flatMap((sign) => (/\p{Nd}/u.test(sign) ? [digitOf(sign)] : []));
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${digits.join('')}`;
}

/** Digits of a script follow each other from zero on. */
function digitOf(sign: string): number {
  let zero = sign.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
