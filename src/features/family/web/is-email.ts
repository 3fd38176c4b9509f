/** Looks like one; whether it is one, the server says. */
export function isEmail(typed: string): boolean {
  return /^\S+@\S+\.\S+$/.test(typed.trim());
}
