import { emptySignature, type SignatureValue } from '#ui/signature/signature-field.tsx';

/** An unsent answer of a physician. It is stored per tab, because the device may be shared. */
export interface PhysicianDraft {
  decision: 'approved' | 'refused' | null;
  name: string;
  license: string;
  clinic: string;
  phone: string;
  remarks: string;
  signature: SignatureValue;
  isAcknowledged: boolean;
}

const emptyDraft: PhysicianDraft = {
  decision: null,
  name: '',
  license: '',
  clinic: '',
  phone: '',
  remarks: '',
  signature: emptySignature,
  isAcknowledged: false,
};

/** Only a part of the token, because stored data must not be enough to answer. */
const storageKey = (token: string) => `physician:${token.slice(0, 8)}`;

export function readPhysicianDraft(token: string): PhysicianDraft {
  try {
    return {
      ...emptyDraft,
      ...(JSON.parse(sessionStorage.getItem(storageKey(token)) ?? '{}') as Partial<PhysicianDraft>),
    };
  } catch {
    return emptyDraft;
  }
}

export function storePhysicianDraft(token: string, draft: PhysicianDraft): void {
  try {
    sessionStorage.setItem(storageKey(token), JSON.stringify(draft));
  } catch {
    // The open form still has the answer.
  }
}

export function deletePhysicianDraft(token: string): void {
  sessionStorage.removeItem(storageKey(token));
}
