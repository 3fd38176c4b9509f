import { getCookieName } from '#platform/shared/cookie-name.ts';

const yearS = 365 * 24 * 60 * 60;

/** Saves a choice that the server needs to render the page. Scripts can read the cookie, so it holds no secret. */
export function savePreferenceCookie(name: 'locale' | 'theme' | 'time-zone', value: string): void {
  const isSecure = location.protocol === 'https:';
  // eslint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser we serve
  document.cookie = `${getCookieName(name, isSecure)}=${value}; path=/; max-age=${yearS}; samesite=lax${isSecure ? '; secure' : ''}`;
}
