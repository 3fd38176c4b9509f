import { createClient } from 'graphql-ws';
import { backoffMs } from './backoff.ts';
import type { GraphqlDocument } from './gql.ts';
import { currentToken, refreshSession } from '#platform/web/session/session.ts';

/** A close code that graphql-ws does not treat as fatal, so the client reconnects. */
const retryCloseCode = 4499;

let hasConnected = false;
let openSocket: WebSocket | undefined;

/** The one socket of the page, shared by all subscriptions. It reconnects after a network failure. */
const client = createClient({
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/graphql`,
  lazy: true,
  retryAttempts: Number.POSITIVE_INFINITY,
  retryWait: (retries) => new Promise((resolve) => setTimeout(resolve, backoffMs(retries))),
  shouldRetry: () => currentToken() !== null,
  connectionParams: async () => {
    // The token has often expired by the time the socket reconnects, and a page that was opened offline has none yet.
    // A failed refresh closes the socket with a retryable code, because an error thrown here would end the client.
    if (hasConnected || currentToken()?.token === '')
      await refreshSession().catch(() => openSocket?.close(retryCloseCode));
    hasConnected = true;
    const token = currentToken();
    return token === null ? {} : { authorization: `Bearer ${token.token}`, 'affiliate-id': token.affiliateId };
  },
});

client.on('opened', (socket) => {
  openSocket = socket as WebSocket;
});

export function watchReconnects(listener: () => void): () => void {
  return client.on('connected', (_socket, _payload, wasRetry) => {
    if (wasRetry) listener();
  });
}

export function openSubscription<Data>(
  document: GraphqlDocument<Data, never>,
  onData: (data: Data) => void,
  variables: object,
): () => void {
  return client.subscribe<Data>(
    { query: document, variables: variables as Record<string, unknown> },
    {
      next: ({ data }) => {
        if (data) onData(data);
      },
      error: () => undefined,
      complete: () => undefined,
    },
  );
}
