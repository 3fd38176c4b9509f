/** What stands on the back of a card for who cannot scan: eight signs that nobody guesses and two that check them. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A prime: no one wrong sign, and no two that changed places, leave it the same. */
const modulus = 1021;

const valueOf = (text: string): number => [...text].reduce((sum, sign) => sum * 32 + signs.indexOf(sign), 0);
const checkOf = (text: string): string => {
  const rest = valueOf(text) % modulus;
  return `${signs[rest >> 5]}${signs[rest & 31]}`;
};

/** Of eight random bytes. */
export function makeCode(random: Uint8Array): string {
  const text = [...random.subarray(0, 8)].map((byte) => signs[byte & 31]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}-${checkOf(text)}`;
}

/** As it is kept, whatever hyphens, spaces and small letters somebody typed; null for what cannot be one. */
export function readCode(typed: string): string | null {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(text) || checkOf(text.slice(0, 8)) !== text.slice(8)) return null;
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}
