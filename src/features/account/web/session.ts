import { useSyncExternalStore } from 'react';
import { roleOf } from '../../../platform/shared/access.ts';
import { isLocale } from '../../../platform/shared/locale.ts';
import { graphql } from '../../../platform/web/graphql.ts';
import { onRefresh, setToken } from '../../../platform/web/session.ts';
import { currentLocale, switchLocale } from '../../../platform/web/i18n.tsx';
import { dropUnsentOfOthers } from '../../../platform/web/drop-drafts.ts';
import { ownCopies } from '../../../platform/web/kept-owner.ts';
import { setHasCourses } from '../../../platform/web/learner.ts';
import { setUnits } from '../../../platform/web/units.ts';
import type { Session, UserAttributes } from '../shared/contract.ts';
import type { UnitSystem } from '../../../platform/shared/units.ts';
import { documents } from './documents.ts';

let isSigningOut = false;
let session: Session | null | undefined;
let asked: Promise<Session | null> | undefined;
const listeners = new Set<() => void>();

function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  if (session) setUnits(session.user.unit);
  for (const listener of listeners) listener();
}

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

/** While somebody signs out here, that their session ends is no news. */
export function expectEnd(isExpected: boolean): void {
  isSigningOut = isExpected;
}

export function isEndExpected(): boolean {
  return isSigningOut;
}

const tokenOf = ({ token, sub, user }: Session) => ({
  token,
  affiliateId: user.affiliate_id,
  role: roleOf(user.affiliate_type_id),
  affiliateTypeId: user.affiliate_type_id,
  sub,
  givenName: user.given_name || user.family_name || (user.email ?? ''),
});

export function keep(next: Session | null): void {
  ownCopies(next?.user.affiliate_id ?? null);
  if (next) dropUnsentOfOthers(next.user.affiliate_id);
  resume(next);
}

/** Without a network: as it was kept in this browser, without its token. */
export function resume(next: Session | null): void {
  session = next;
  asked = Promise.resolve(next);
  setToken(next && tokenOf(next));
  setHasCourses(next?.has_courses ?? false);
  tell();
}

onRefresh(async () => {
  const { createSession } = await graphql<{ createSession: Session | null }>(documents.createSession, {}, false);
  // Somebody else has signed in on this browser: what this page was about to do must not be done as them.
  if (createSession && session && createSession.user.affiliate_id !== session.user.affiliate_id) {
    location.reload();
    return new Promise(() => undefined);
  }
  // What was chosen on another device while this one slept.
  if (createSession && session && createSession.user.language !== session.user.language)
    followLanguage(createSession.user.language);
  keep(createSession);
  return createSession && tokenOf(createSession);
});

/** What the person chose elsewhere. News of something else leaves a page in the language of its visit. */
export function followLanguage(language: string): void {
  if (!session || !isLocale(language) || session.user.language === language) return;
  session.user.language = language;
  if (language !== currentLocale()) void switchLocale(language);
}

export function takeUnit(unit: UnitSystem): void {
  if (!session || session.user.unit === unit) return;
  session.user = { ...session.user, unit };
  tell();
}

let lastUser: UserAttributes | undefined;

/** Who is signed in; a name that was just changed is the new one. Signing out, a page still shows whose it was. */
export function useUser(): UserAttributes {
  return useSyncExternalStore(subscribeToSession, () => {
    lastUser = session?.user ?? lastUser ?? currentSession().user;
    return lastUser;
  });
}

/** The person asked to be forgotten, or changed their mind; every page says so until then. */
export function takeDeletion(dueAt: string | null): void {
  if (!session) return;
  session.deletion_due_at = dueAt;
  tell();
}

/** While it is not, the shell asks for the code of the mail. */
export function useIsEmailVerified(): boolean {
  return useSyncExternalStore(subscribeToSession, () => session?.email_verified ?? true);
}

export function useDeletionDueAt(): string | null {
  return useSyncExternalStore(subscribeToSession, () => session?.deletion_due_at ?? null);
}
