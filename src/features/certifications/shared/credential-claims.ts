import type * as z from 'zod';

/** What a card says to anybody who checks it. */
export interface CardFacts {
  licenseID: number;
  levelID: number;
  /** As it was signed, in English. */
  levelName: string;
  name: string;
  diverNumber: string;
  /** 2026-02-03 */
  certDate: string;
  instructorName: string;
  instructorNumber: number | null;
  storeName: string;
  storeNumber: number | null;
  office: string;
  issuerName: string;
}

export interface CardClaims extends CardFacts {
  /** Where the portal stands that has issued the card. */
  baseUrl: string;
  statusIndex: number;
}

export interface CredentialText {
  header: string;
  payload: string;
}

/** What a credential says, and the short name of the key that it says has signed it. */
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
