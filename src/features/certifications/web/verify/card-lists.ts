import type { CardKeys, IsRevoked } from '#features/certifications/shared/credential.ts';
import { loadCredentials } from './load-credentials.ts';

/** What a card is checked against. */
export interface CardLists {
  keys: CardKeys;
  isRevoked: IsRevoked;
  /** When this device had them from the network, if that was before now. */
  keptAt: string | null;
}

/** Null where this device has never had them. Without a network the service worker answers with its copy. */
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
      keptAt: list.headers.get('kept-at'),
    };
  } catch {
    return null;
  }
}

async function fetchList(path: string): Promise<Response> {
  // A card that was withdrawn a moment ago counts no more: whatever the browser has is asked about.
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}
