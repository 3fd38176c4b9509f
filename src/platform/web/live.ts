import { createClient } from 'graphql-ws';
import { retryWaitMs } from './retry-wait.ts';
import { currentToken, refreshSession } from './session.ts';

let hasConnected = false;

/** One socket for everything that is live; it comes back by itself after a lost network. */
const client = createClient({
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/graphql`,
  lazy: true,
  retryAttempts: Number.POSITIVE_INFINITY,
  retryWait: (retries) => new Promise((resolve) => setTimeout(resolve, retryWaitMs(retries))),
  shouldRetry: () => currentToken() !== null,
  connectionParams: async () => {
    // By the time a socket comes back, the token it left with has often expired.
    if (hasConnected) await refreshSession();
    hasConnected = true;
    const token = currentToken();
    return token === null ? {} : { authorization: `Bearer ${token.token}`, 'affiliate-id': token.affiliateId };
  },
});

export function subscribe<Data>(query: string, onData: (data: Data) => void): () => void {
  return client.subscribe<Data>(
    { query },
    {
      next: ({ data }) => {
        if (data) onData(data);
      },
      error: () => undefined,
      complete: () => undefined,
    },
  );
}
