/** A loose check while typing; the server validates the address. */
export function isEmail(typed: string): boolean {
  return /^\S+@\S+\.\S+$/.test(typed.trim());
}
