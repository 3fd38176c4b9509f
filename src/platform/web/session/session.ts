import type { Role } from '#domain/roles.ts';
import { safeReturnPath } from '#platform/shared/return-path.ts';
import { definePageState, isServerPage } from '#platform/web/page-state.ts';
import { leavePage } from './leave-page.ts';
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

const pageState = definePageState(() => ({
  token: null as Token | null,
  isPersonal: false,
  refreshing: undefined as Promise<boolean> | undefined,
}));
let refresh: (() => Promise<Token | null>) | undefined;

export function currentToken(): Token | null {
  return pageState().token;
}

export function setToken(next: Token | null): void {
  const state = pageState();
  state.token = next;
  state.isPersonal ||= next !== null;
}

/** Whether the page has shown a person, even if they have signed out since: their screen stays until the next page is loaded. */
export function isPersonalPage(): boolean {
  return pageState().isPersonal;
}

/** Unsent changes that must be sent before the sign-out, because they need the session. */
export const signOutTasks = new Set<() => Promise<unknown>>();

/** The account feature provides the refresh, because the platform must not depend on a feature. */
export function setRefreshHandler(handler: () => Promise<Token | null>): void {
  refresh = handler;
}

/** Refreshes the session once for all requests that find the token expired at the same time. */
export function refreshSession(): Promise<boolean> {
  const state = pageState();
  state.refreshing ??= doRefresh().finally(() => {
    state.refreshing = undefined;
  });
  return state.refreshing;
}

async function doRefresh(): Promise<boolean> {
  if (isServerPage()) throw new Error('the session ended while its page was rendered');
  const fresh = (await refresh?.()) ?? null;
  setToken(fresh);
  if (fresh === null) {
    reportBrowserError({ kind: 'session', message: 'session refresh failed' });
    void goToSignIn(location.pathname + location.search + location.hash);
  }
  return fresh !== null;
}

/** Sends the person to an external identity provider to sign in again, and back to this page. */
export function goToReauthenticate(): void {
  const returnTo = safeReturnPath(location.pathname + location.search + location.hash);
  location.assign(`/auth/start?${new URLSearchParams({ prompt: 'login', returnTo })}`);
}

export function goToSignIn(returnTo: string, language?: string): Promise<never> {
  const query = new URLSearchParams({ returnTo: safeReturnPath(returnTo), ...(language ? { lang: language } : {}) });
  return leavePage(`/auth/start?${query}`);
}
