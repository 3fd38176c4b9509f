import { graphql } from '../../../platform/web/graphql.ts';
import { onRefresh, setToken } from '../../../platform/web/session.ts';
import type { EndedSession, Session } from '../shared/contract.ts';
import { documents } from './documents.ts';

let isSigningOut = false;
let session: Session | null | undefined;
let asked: Promise<Session | null> | undefined;

/** The session of this browser: asked for once, then kept with the token in memory. */
export function loadSession(): Promise<Session | null> {
  asked ??= askSession();
  return asked;
}

async function askSession(): Promise<Session | null> {
  const { querySession } = await graphql<{ querySession: Session | null }>(documents.querySession, {}, false);
  keep(querySession);
  return querySession;
}

export function currentSession(): Session {
  if (!session) throw new Error('no session: this screen must stand behind the guard');
  return session;
}

/** A bearer token that came by a link is exchanged for a session, once. */
export async function exchangeToken(token: string): Promise<Session | null> {
  const { createSession } = await graphql<{ createSession: Session | null }>(documents.createSession, { token }, false);
  keep(createSession);
  return createSession;
}

/** Signs out here and, by the address that comes back, at the account service. */
export async function signOut(): Promise<string> {
  isSigningOut = true;
  const { deleteSession } = await graphql<{ deleteSession: EndedSession | null }>(documents.deleteSession, {}, false);
  keep(null);
  return deleteSession?.redirect_uri ?? '/login/sign-in';
}

function keep(next: Session | null): void {
  session = next;
  asked = Promise.resolve(next);
  setToken(next === null ? null : { token: next.token, affiliateId: next.user.affiliate_id });
}

onRefresh(async () => {
  const { createSession } = await graphql<{ createSession: Session | null }>(documents.createSession, {}, false);
  // Somebody else has signed in on this browser: what this page was about to do must not be done as them.
  if (createSession && session && createSession.user.affiliate_id !== session.user.affiliate_id) {
    location.reload();
    return new Promise(() => undefined);
  }
  keep(createSession);
  return createSession && { token: createSession.token, affiliateId: createSession.user.affiliate_id };
});

/** When the session is deleted in another tab, or ended by the server, this tab starts again. */
export async function watchSession(): Promise<void> {
  const { subscribe } = await import('../../../platform/web/live.ts');
  subscribe(documents.onDeleteSession, () => {
    if (!isSigningOut)
      location.assign(
        `/auth/start?prompt=login&returnTo=${encodeURIComponent(location.pathname + location.search + location.hash)}`,
      );
  });
}
