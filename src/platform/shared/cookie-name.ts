/** Browsers accept a `__Host-` cookie from this host only, not from a neighbor that serves third-party content. It must be secure. */
export function getCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
