import type { CardKeys, IsRevoked } from '#features/certifications/shared/credential.ts';
import { loadCredentials } from './load-credentials.ts';

/** The keys and revocations a card is checked against. */
export interface CardLists {
  keys: CardKeys;
  isRevoked: IsRevoked;
  /** The time of the cached copy; null if it came from the network. */
  cachedAt: string | null;
}

/** Null if this device has no copy. Without a network, the service worker responds from its cache. */
export async function loadCardLists(): Promise<CardLists | null> {
  try {
    const [keys, list, { readStatusList }] = await Promise.all([
      fetchList('/.well-known/card-keys.json'),
      fetchList('/.well-known/card-status.jwt'),
      loadCredentials(),
    ]);
    const known = (await keys.json()) as CardKeys;
    return {
      keys: known,
      isRevoked: await readStatusList(await list.text(), known),
      cachedAt: list.headers.get('kept-at'),
    };
  } catch {
    return null;
  }
}

async function fetchList(path: string): Promise<Response> {
  // Revalidates the browser cache, because a card may just have been revoked.
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}
