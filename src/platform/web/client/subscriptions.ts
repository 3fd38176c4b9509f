import { createClient } from 'graphql-ws';
import { backoffMs } from './backoff.ts';
import { currentToken, refreshSession } from '#platform/web/session/session.ts';

/** Not one of the codes after which the client gives up: it tries again. */
const retryCloseCode = 4499;

let hasConnected = false;
let openSocket: WebSocket | undefined;

/** One socket for everything that is live; it comes back by itself after a lost network. */
const client = createClient({
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/graphql`,
  lazy: true,
  retryAttempts: Number.POSITIVE_INFINITY,
  retryWait: (retries) => new Promise((resolve) => setTimeout(resolve, backoffMs(retries))),
  shouldRetry: () => currentToken() !== null,
  connectionParams: async () => {
    // By the time a socket comes back, the token it left with has often expired; a page that opened without a network
    // has none yet.
    // Where that fails, as on a network that is hardly there, an error thrown here would end it for good.
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

/** Called when the socket is back after a loss: events may have been missed meanwhile. */
export function onReconnect(listener: () => void): () => void {
  return client.on('connected', (_socket, _payload, wasRetry) => {
    if (wasRetry) listener();
  });
}

export function subscribe<Data>(
  query: string,
  onData: (data: Data) => void,
  variables: Record<string, unknown> = {},
): () => void {
  return client.subscribe<Data>(
    { query, variables },
    {
      next: ({ data }) => {
        if (data) onData(data);
      },
      error: () => undefined,
      complete: () => undefined,
    },
  );
}
