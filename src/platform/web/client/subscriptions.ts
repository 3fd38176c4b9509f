import { whenUsed } from '#platform/web/hooks/when-used.ts';
import type { GraphqlDocument, SentVariables } from './gql.ts';

/** The page shows the current state. Live events follow when it is used. */
async function loadClient() {
  await whenUsed();
  return import('./subscription-client.ts');
}

export function subscribe<Data>(document: GraphqlDocument<Data, object>, onData: (data: Data) => void): () => void;
export function subscribe<Data, Variables>(
  document: GraphqlDocument<Data, Variables>,
  onData: (data: Data) => void,
  variables: SentVariables<Variables>,
): () => void;
export function subscribe<Data>(
  document: GraphqlDocument<Data, never>,
  onData: (data: Data) => void,
  variables: object = {},
): () => void {
  return startWhenLoaded(({ openSubscription }) => openSubscription(document, onData, variables));
}

/** Calls the listener after each reconnect, because events may have been missed while the socket was down. */
export function onReconnect(listener: () => void): () => void {
  return startWhenLoaded(({ watchReconnects }) => watchReconnects(listener));
}

function startWhenLoaded(start: (client: Awaited<ReturnType<typeof loadClient>>) => () => void): () => void {
  let isStopped = false;
  let stop: (() => void) | undefined;
  const startUnlessStopped = async () => {
    const client = await loadClient();
    if (!isStopped) stop = start(client);
  };
  void startUnlessStopped();
  return () => {
    isStopped = true;
    stop?.();
  };
}
