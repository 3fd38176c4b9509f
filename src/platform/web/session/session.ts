import type { Role } from '#platform/shared/access.ts';
import { safeReturnPath } from '#platform/shared/return-path.ts';
import { reportBrowserError } from '#platform/web/client/error-reporting.ts';

/** The token of this page. It lives in this variable and nowhere else. */
interface Token {
  token: string;
  affiliateId: number;
  /** What a screen shows and hides by; the server decides. */
  role: Role;
  affiliateTypeId: number;
  sub: string;
  /** By which a screen greets; of a store its name. */
  givenName: string;
}

let token: Token | null = null;
let refresh: (() => Promise<Token | null>) | undefined;
let refreshing: Promise<boolean> | undefined;

export function currentToken(): Token | null {
  return token;
}

export function setToken(next: Token | null): void {
  token = next;
}

/** What is still to be sent before somebody signs out: afterwards nobody could. */
export const signOutTasks = new Set<() => Promise<unknown>>();

/** How a fresh token is had is the account area's business. */
export function setRefreshHandler(how: () => Promise<Token | null>): void {
  refresh = how;
}

/** Many calls may find the token expired at once; the session is refreshed once for all of them. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= doRefresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function doRefresh(): Promise<boolean> {
  const fresh = (await refresh?.()) ?? null;
  token = fresh;
  if (fresh === null) {
    reportBrowserError({ kind: 'session', message: 'the session could not be refreshed', path: location.pathname });
    goToSignIn(location.pathname + location.search + location.hash);
  }
  return fresh !== null;
}

/** Where another issuer keeps the passwords: the person signs in there again and comes back to this page. */
export function goToReauthenticate(): void {
  const returnTo = safeReturnPath(location.pathname + location.search + location.hash);
  location.assign(`/auth/start?${new URLSearchParams({ prompt: 'login', returnTo })}`);
}

export function goToSignIn(returnTo: string, language?: string): void {
  const query = new URLSearchParams({ returnTo: safeReturnPath(returnTo), ...(language ? { lang: language } : {}) });
  location.assign(`/auth/start?${query}`);
}
