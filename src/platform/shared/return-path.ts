export const defaultReturnPath = '/training/dashboard';

/** Where to go after sign-in: a path of our own pages and nothing else, whatever the address says. */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2_000 || !value.startsWith('/')) return defaultReturnPath;
  const base = 'http://portal.invalid';
  const url = URL.parse(value, base);
  if (url === null || url.origin !== base) return defaultReturnPath;
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : defaultReturnPath;
}

/** Read as a router reads it, which knows `/LOGIN` and `/%6cogin` too. */
function isPage(pathname: string): boolean {
  try {
    // Two slashes at the start would name another host; `/.//host` has them only now that the dot is gone.
    return !/^\/([/\\]|(api|auth|sso|login|logout|dev)([/\\]|$))/i.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
