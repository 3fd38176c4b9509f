import type { Role } from '#domain/roles.ts';
import { safeReturnPath } from '#platform/shared/return-path.ts';
import { reportBrowserError } from '#platform/web/client/error-reporting.ts';

/** The token of this page. It is held in memory only, so no other script or tab can read it from storage. */
interface Token {
  token: string;
  affiliateId: number;
  /** Decides only what a screen shows; the server enforces access. */
  role: Role;
  affiliateTypeId: number;
  sub: string;
  /** The name in greetings; for a store its name. */
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

/** Unsent changes that must be sent before the sign-out, because they need the session. */
export const signOutTasks = new Set<() => Promise<unknown>>();

/** The account feature provides the refresh, because the platform must not depend on a feature. */
export function setRefreshHandler(handler: () => Promise<Token | null>): void {
  refresh = handler;
}

/** Refreshes the session once for all requests that find the token expired at the same time. */
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
    reportBrowserError({ kind: 'session', message: 'session refresh failed', path: location.pathname });
    goToSignIn(location.pathname + location.search + location.hash);
  }
  return fresh !== null;
}

/** Sends the person to an external identity provider to sign in again, and back to this page. */
export function goToReauthenticate(): void {
  const returnTo = safeReturnPath(location.pathname + location.search + location.hash);
  location.assign(`/auth/start?${new URLSearchParams({ prompt: 'login', returnTo })}`);
}

export function goToSignIn(returnTo: string, language?: string): void {
  const query = new URLSearchParams({ returnTo: safeReturnPath(returnTo), ...(language ? { lang: language } : {}) });
  location.assign(`/auth/start?${query}`);
}
