import type * as z from 'zod';

/** The card data shown to verifiers. */
export interface CardFacts {
  licenseID: number;
  levelID: number;
  /** The English name at signing time. */
  levelName: string;
  name: string;
  diverNumber: string;
  /** ISO date. */
  certDate: string;
  instructorName: string;
  instructorNumber: number | null;
  storeName: string;
  storeNumber: number | null;
  office: string;
  issuerName: string;
}

export interface CardClaims extends CardFacts {
  /** The base URL of the portal that issued the card. */
  baseUrl: string;
  statusIndex: number;
}

export interface CredentialText {
  header: string;
  payload: string;
}

/** The claims of a credential and the id of its signing key. */
export interface SignedClaims {
  keyId: string;
  claims: CardClaims;
}

export function parseJson<Output>(schema: z.ZodType<Output>, text: string): Output | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
