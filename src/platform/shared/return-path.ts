export const defaultReturnPath = '/training/dashboard';

/** The path to open after sign-in. Anything but a page of the portal is replaced to prevent open redirects. */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2_000 || !value.startsWith('/')) return defaultReturnPath;
  const base = 'http://portal.invalid';
  const url = URL.parse(value, base);
  if (url === null || url.origin !== base) return defaultReturnPath;
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : defaultReturnPath;
}

/** Matches like the router, which also accepts `/LOGIN` and `/%6cogin`. */
function isPage(pathname: string): boolean {
  try {
    // Two leading slashes would name another host; `/.//host` gets them when the URL parser removes the dot.
    return !/^\/([/\\]|(api|auth|sso|login|logout|dev)([/\\]|$))/i.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
