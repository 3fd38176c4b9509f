import { dropAllDrafts } from '../../../platform/web/drop-drafts.ts';
import { graphql } from '../../../platform/web/graphql.ts';
import { farewells } from '../../../platform/web/session.ts';
import type { EndedSession } from '../shared/contract.ts';
import { expectEnd, keep } from './session.ts';

const document = 'mutation { deleteSession { sub email logout redirect_uri } }';

/** Signs out here and, by the address that comes back, at the account service. */
export async function signOut(): Promise<string> {
  expectEnd(true);
  await Promise.allSettled([...farewells].map((send) => send()));
  try {
    const { deleteSession } = await graphql<{ deleteSession: EndedSession | null }>(document, {}, false);
    dropAllDrafts();
    keep(null);
    return deleteSession?.redirect_uri ?? '/login/sign-in';
  } catch (error) {
    // Still signed in: the end of the session by another tab is heard as before.
    expectEnd(false);
    throw error;
  }
}
