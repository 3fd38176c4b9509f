export const defaultReturnPath = '/training/dashboard';

/** Everything below them is answered by the server and is never a page. */
const serverPath = /^\/(api|assets|auth|dev|scorm)(\/|$)/i;

const base = 'http://portal.invalid';
/** Nothing that people open is encoded more often. */
const maxRounds = 5;

/** The path to open after sign-in. Anything but a page of the portal is replaced to prevent open redirects. */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2_000 || !value.startsWith('/')) return defaultReturnPath;
  const url = URL.parse(value, base);
  if (url === null || url.origin !== base) return defaultReturnPath;
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : defaultReturnPath;
}

/** The pages of signing in and out would lead back to themselves. */
function isPage(pathname: string): boolean {
  return !isServerPath(pathname) && !/^\/(sso|login|logout)(\/|$)/i.test(normalizePath(pathname) ?? '');
}

/** Whether the path could be understood as one of the server's own, however it is written. */
export function isServerPath(path: string): boolean {
  const normalized = normalizePath(path);
  return normalized === null || serverPath.test(normalized);
}

/**
 * Returns the path as the most lenient reader would understand it: decoded until nothing changes, without dot segments,
 * and with slashes for backslashes. Null if it is malformed or could lead to another host, as `//host` and `/.//host` do.
 */
export function normalizePath(path: string): string | null {
  let current = path;
  for (let round = 0; round < maxRounds; round++) {
    const url = URL.parse(current, base);
    if (url === null || url.origin !== base) return null;
    const decoded = decode(url.pathname);
    // A percent sign that was encoded itself ends the decoding.
    if (decoded === null) return round === 0 ? null : current;
    if (decoded === current) return current;
    current = decoded;
  }
  return null;
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
