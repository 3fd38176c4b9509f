import { useSyncExternalStore } from 'react';
import { getRole } from '#domain/roles.ts';
import { isLocale } from '#platform/shared/locale.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { createListeners, definePageState, isServerPage } from '#platform/web/page-state.ts';
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
const pageState = definePageState(() => ({
  session: undefined as Session | null | undefined,
  request: undefined as Promise<Session | null> | undefined,
  lastUser: undefined as UserAttributes | undefined,
}));
const listeners = createListeners();

function notifyListeners(): void {
  const { session } = pageState();
  if (session) setUnits(session.user.unit);
  listeners.notify();
}

/** Loads the session of this browser once; the token is stored in memory only. */
export function loadSession(): Promise<Session | null> {
  const state = pageState();
  state.request ??= fetchSession();
  return state.request;
}

async function fetchSession(): Promise<Session | null> {
  const { querySession } = await graphql(sessionDocuments.querySession, {}, false);
  storeSession(querySession);
  return querySession;
}

export function getCurrentSession(): Session {
  const { session } = pageState();
  if (!session) throw new Error('no session: this screen must be behind the route guard');
  return session;
}

/** The session's end isn't handled while this tab signs out itself. */
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
  if (isServerPage()) return restoreSession(next);
  deleteOtherUsersCache(next?.user.affiliate_id ?? null);
  if (next) deleteOtherUsersOutbox(next.user.affiliate_id);
  restoreSession(next);
}

/** Restores the cached session without its token, for use offline. */
export function restoreSession(next: Session | null): void {
  const state = pageState();
  state.session = next;
  state.request = Promise.resolve(next);
  setToken(next && toTokenInfo(next));
  setHasCourses(next?.has_courses ?? false);
  notifyListeners();
}

setRefreshHandler(async () => {
  const { createSession } = await graphql(sessionDocuments.createSession, {}, false);
  const { session } = pageState();
  // Another person has signed in on this browser: pending requests must not be sent as them.
  if (createSession && session && createSession.user.affiliate_id !== session.user.affiliate_id) {
    location.reload();
    return new Promise(() => undefined);
  }
  // Applies a language that was chosen on another device.
  if (createSession && session && createSession.user.language !== session.user.language)
    applyLanguage(createSession.user.language);
  storeSession(createSession);
  return createSession && toTokenInfo(createSession);
});

/** Applies a language that was chosen elsewhere. Other updates don't change the page's language. */
export function applyLanguage(language: string): void {
  const { session } = pageState();
  if (!session || !isLocale(language) || session.user.language === language) return;
  session.user.language = language;
  if (language !== currentLocale()) void switchLocale(language);
}

export function applyUnit(unit: UnitSystem): void {
  const { session } = pageState();
  if (!session || session.user.unit === unit) return;
  session.user = { ...session.user, unit };
  notifyListeners();
}

function readUser(): UserAttributes {
  const state = pageState();
  state.lastUser = state.session?.user ?? state.lastUser ?? getCurrentSession().user;
  return state.lastUser;
}

/** The signed-in person, updated after a change of name. While signing out, the last person is still shown. */
export function useUser(): UserAttributes {
  return useSyncExternalStore(listeners.subscribe, readUser, readUser);
}

/** Applies a scheduled or canceled deletion, which every page shows. */
export function applyDeletion(dueAt: string | null): void {
  const { session } = pageState();
  if (!session) return;
  session.deletion_due_at = dueAt;
  notifyListeners();
}

const readIsEmailVerified = () => pageState().session?.email_verified ?? true;
const readDeletionDueAt = () => pageState().session?.deletion_due_at ?? null;

/** If false, the shell asks for the mailed code. */
export function useIsEmailVerified(): boolean {
  return useSyncExternalStore(listeners.subscribe, readIsEmailVerified, readIsEmailVerified);
}

export function useDeletionDueAt(): string | null {
  return useSyncExternalStore(listeners.subscribe, readDeletionDueAt, readDeletionDueAt);
}
