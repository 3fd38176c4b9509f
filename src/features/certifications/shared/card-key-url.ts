export const cardKeysPath = '/.well-known/card-keys';

/** The address that answers a key's JWK: the `kid` of whatever the key signs. */
export const buildKeyUrl = (baseUrl: string, keyId: string) => `${baseUrl}${cardKeysPath}/${keyId}`;

/** The short name of a key, from such an address; version 1 of the credential has the short name itself as its `kid`. */
export function parseKeyId(kid: string): string | null {
  return /(?:^|\/\.well-known\/card-keys\/)([\w-]{1,64})$/.exec(kid)?.[1] ?? null;
}
