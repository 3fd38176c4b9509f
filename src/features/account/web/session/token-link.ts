import { graphql } from '#platform/web/client/graphql.ts';
import type { Session, TokenOwner } from '#features/account/shared/contract.ts';
import { sessionDocuments } from './session-documents.ts';
import { storeSession } from './session.ts';

export interface PendingLink {
  token: string;
  owner: TokenOwner;
  returnTo: string;
}
let pendingLink: PendingLink | null = null;

/** Loads the owner of a link's token. The token is stored in memory and not in the URL until the person has decided. */
export async function loadLinkOwner(token: string, returnTo: string): Promise<TokenOwner> {
  const { queryTokenOwner: owner } = await graphql(sessionDocuments.queryTokenOwner, { token }, false);
  pendingLink = { token, owner, returnTo };
  return owner;
}

export function getPendingLink(): PendingLink | null {
  return pendingLink;
}

/** Exchanges a link's bearer token for a session. `replace`: the person agreed to change accounts. */
export async function exchangeToken(token: string, replace = false): Promise<Session | null> {
  const variables = { token, replace };
  const { createSession } = await graphql(sessionDocuments.createSession, variables, false);
  storeSession(createSession);
  return createSession;
}
