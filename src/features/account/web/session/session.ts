import { useSyncExternalStore } from 'react';
import { getRole } from '#platform/shared/access.ts';
import { isLocale } from '#platform/shared/locale.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { setRefreshHandler, setToken } from '#platform/web/session/session.ts';
import { currentLocale, switchLocale } from '#platform/web/i18n/i18n.tsx';
import { deleteOtherUsersOutbox } from '#platform/web/sync/draft-cleanup.ts';
import { deleteOtherUsersCache } from '#platform/web/sync/offline-cache-owner.ts';
import { setHasCourses } from '#platform/web/session/has-courses.ts';
import { setUnits } from '#domain/web/use-units.ts';
import type { Session, UserAttributes } from '#features/account/shared/contract.ts';
import type { UnitSystem } from '#domain/units.ts';
import { sessionDocuments } from './session-documents.ts';

let isSigningOut = false;
let session: Session | null | undefined;
let sessionRequest: Promise<Session | null> | undefined;
const listeners = new Set<() => void>();

function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  if (session) setUnits(session.user.unit);
  for (const listener of listeners) listener();
}

/** The session of this browser: asked for once, then kept with the token in memory. */
export function loadSession(): Promise<Session | null> {
  sessionRequest ??= fetchSession();
  return sessionRequest;
}

async function fetchSession(): Promise<Session | null> {
  const { querySession } = await graphql<{ querySession: Session | null }>(sessionDocuments.querySession, {}, false);
  storeSession(querySession);
  return querySession;
}

export function getCurrentSession(): Session {
  if (!session) throw new Error('no session: this screen must stand behind the guard');
  return session;
}

/** While somebody signs out here, that their session ends is no news. */
export function setSignOutExpected(isExpected: boolean): void {
  isSigningOut = isExpected;
}

export function isSignOutExpected(): boolean {
  return isSigningOut;
}

const toTokenInfo = ({ token, sub, user }: Session) => ({
  token,
  affiliateId: user.affiliate_id,
  role: getRole(user.affiliate_type_id),
  affiliateTypeId: user.affiliate_type_id,
  sub,
  givenName: user.given_name || user.family_name || (user.email ?? ''),
});

export function storeSession(next: Session | null): void {
  deleteOtherUsersCache(next?.user.affiliate_id ?? null);
  if (next) deleteOtherUsersOutbox(next.user.affiliate_id);
  restoreSession(next);
}

/** Without a network: as it was kept in this browser, without its token. */
export function restoreSession(next: Session | null): void {
  session = next;
  sessionRequest = Promise.resolve(next);
  setToken(next && toTokenInfo(next));
  setHasCourses(next?.has_courses ?? false);
  notifyListeners();
}

setRefreshHandler(async () => {
  const { createSession } = await graphql<{ createSession: Session | null }>(sessionDocuments.createSession, {}, false);
  // Somebody else has signed in on this browser: what this page was about to do must not be done as them.
  if (createSession && session && createSession.user.affiliate_id !== session.user.affiliate_id) {
    location.reload();
    return new Promise(() => undefined);
  }
  // What was chosen on another device while this one slept.
  if (createSession && session && createSession.user.language !== session.user.language)
    applyLanguage(createSession.user.language);
  storeSession(createSession);
  return createSession && toTokenInfo(createSession);
});

/** What the person chose elsewhere. News of something else leaves a page in the language of its visit. */
export function applyLanguage(language: string): void {
  if (!session || !isLocale(language) || session.user.language === language) return;
  session.user.language = language;
  if (language !== currentLocale()) void switchLocale(language);
}

export function applyUnit(unit: UnitSystem): void {
  if (!session || session.user.unit === unit) return;
  session.user = { ...session.user, unit };
  notifyListeners();
}

let lastUser: UserAttributes | undefined;

/** Who is signed in; a name that was just changed is the new one. Signing out, a page still shows whose it was. */
export function useUser(): UserAttributes {
  return useSyncExternalStore(subscribeToSession, () => {
    lastUser = session?.user ?? lastUser ?? getCurrentSession().user;
    return lastUser;
  });
}

/** The person asked to be forgotten, or changed their mind; every page says so until then. */
export function applyDeletion(dueAt: string | null): void {
  if (!session) return;
  session.deletion_due_at = dueAt;
  notifyListeners();
}

/** While it is not, the shell asks for the code of the mail. */
export function useIsEmailVerified(): boolean {
  return useSyncExternalStore(subscribeToSession, () => session?.email_verified ?? true);
}

export function useDeletionDueAt(): string | null {
  return useSyncExternalStore(subscribeToSession, () => session?.deletion_due_at ?? null);
}
