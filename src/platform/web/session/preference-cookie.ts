const yearS = 365 * 24 * 60 * 60;

/** Saves a choice that the server needs to render the page. Scripts can read the cookie, so it holds no secret. */
export function savePreferenceCookie(name: 'locale' | 'theme' | 'time-zone', value: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // eslint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${value}; path=/; max-age=${yearS}; samesite=lax${secure}`;
}
