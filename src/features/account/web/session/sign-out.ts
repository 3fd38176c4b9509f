import { deleteAllDrafts } from '#platform/web/sync/draft-cleanup.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { signOutTasks } from '#platform/web/session/session.ts';
import type { EndedSession } from '#features/account/shared/contract.ts';
import { setSignOutExpected, storeSession } from './session.ts';

const document = 'mutation { deleteSession { sub email logout redirect_uri } }';

/** Signs out here and, by the address that comes back, at the account service. */
export async function signOut(): Promise<string> {
  setSignOutExpected(true);
  await Promise.allSettled([...signOutTasks].map((send) => send()));
  try {
    const { deleteSession } = await graphql<{ deleteSession: EndedSession | null }>(document, {}, false);
    deleteAllDrafts();
    storeSession(null);
    return deleteSession?.redirect_uri ?? '/login/sign-in';
  } catch (error) {
    // Still signed in: the end of the session by another tab is heard as before.
    setSignOutExpected(false);
    throw error;
  }
}
