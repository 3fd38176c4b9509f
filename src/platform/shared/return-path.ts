import { isServerPath, normalizePath } from './server-paths.ts';

export const defaultReturnPath = '/training/dashboard';

/** The path to open after sign-in. Anything but a page of the portal is replaced to prevent open redirects. */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2_000 || !value.startsWith('/')) return defaultReturnPath;
  const base = 'http://portal.invalid';
  const url = URL.parse(value, base);
  if (url === null || url.origin !== base) return defaultReturnPath;
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : defaultReturnPath;
}

/** The pages of signing in and out would lead back to themselves. */
function isPage(pathname: string): boolean {
  return !isServerPath(pathname) && !/^\/(sso|login|logout)(\/|$)/i.test(normalizePath(pathname) ?? '');
}
