import type { CardClaims, CredentialText, SignedClaims } from './credential-claims.ts';
import { readVersion1, writeVersion1 } from './credential-v1.ts';
import { readVersion2, writeVersion2 } from './credential-v2.ts';

export type { CardClaims, CardFacts } from './credential-claims.ts';

/** The version of the credential's text, stored in the first byte of a packed one. */
export type CredentialVersion = 1 | 2;
export const currentVersion: CredentialVersion = 2;

const shapes = {
  1: { read: readVersion1, write: writeVersion1 },
  2: { read: readVersion2, write: writeVersion2 },
};

export const isVersion = (version: number | undefined): version is CredentialVersion => version === 1 || version === 2;

export function writeCredential(
  keyId: string,
  claims: CardClaims,
  version: CredentialVersion = currentVersion,
): CredentialText {
  return shapes[version].write(keyId, claims);
}

export interface ReadCredential extends SignedClaims {
  version: CredentialVersion;
}

/** Reads a credential of any version; null for any other text, including credentials of other issuers. */
export function readCredential(text: CredentialText): ReadCredential | null {
  for (const version of [2, 1] as const) {
    const read = shapes[version].read(text);
    if (read !== null) return { ...read, version };
  }
  return null;
}
