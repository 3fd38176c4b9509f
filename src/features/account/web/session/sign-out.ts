import { deleteAllDrafts } from '#platform/web/sync/draft-cleanup.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { signOutTasks } from '#platform/web/session/session.ts';
import { sessionDocuments } from './session-documents.ts';
import { setSignOutExpected, storeSession } from './session.ts';

/** Signs out here, and returns the address that signs out at the account service. */
export async function signOut(): Promise<string> {
  setSignOutExpected(true);
  await Promise.allSettled([...signOutTasks].map((send) => send()));
  try {
    const { deleteSession } = await graphql(sessionDocuments.deleteSession, {}, false);
    deleteAllDrafts();
    storeSession(null);
    return deleteSession?.redirect_uri ?? '/login/sign-in';
  } catch (error) {
    // Still signed in, so a sign-out in another tab has to be handled again.
    setSignOutExpected(false);
    throw error;
  }
}
