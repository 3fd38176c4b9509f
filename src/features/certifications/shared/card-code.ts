/** The code on the back of a card, for readers who can't scan: eight random symbols and two check symbols. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A prime detects every single wrong symbol and every transposition. */
const modulus = 1021;

const decodeNumber = (text: string): number =>
  [...text].reduce((sum, symbol) => sum * 32 + alphabet.indexOf(symbol), 0);
const getCheckSymbols = (text: string): string => {
  const rest = decodeNumber(text) % modulus;
  return `${alphabet[rest >> 5]}${alphabet[rest & 31]}`;
};

/** Requires eight random bytes. */
export function createCardCode(random: Uint8Array): string {
  const text = [...random.subarray(0, 8)].map((byte) => alphabet[byte & 31]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}-${getCheckSymbols(text)}`;
}

/** Normalizes hyphens, spaces and case; null for an invalid code. */
export function parseCardCode(typed: string): string | null {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(text) || getCheckSymbols(text.slice(0, 8)) !== text.slice(8)) return null;
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}
