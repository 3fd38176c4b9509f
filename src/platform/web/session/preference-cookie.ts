const yearS = 365 * 24 * 60 * 60;

/** A choice of this browser that the server should know when it makes the page. Never anything secret. */
export function savePreferenceCookie(name: 'locale' | 'theme', value: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // eslint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${value}; path=/; max-age=${yearS}; samesite=lax${secure}`;
}
