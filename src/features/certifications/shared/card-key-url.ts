export const cardKeysPath = '/.well-known/card-keys';

/** The URL of a key's JWK, used as the `kid` of its signatures. */
export const buildKeyUrl = (baseUrl: string, keyId: string) => `${baseUrl}${cardKeysPath}/${keyId}`;

/** Extracts the key id from such a URL; in version 1 credentials, `kid` is the key id itself. */
export function parseKeyId(kid: string): string | null {
  return /(?:^|\/\.well-known\/card-keys\/)([\w-]{1,64})$/.exec(kid)?.[1] ?? null;
}
