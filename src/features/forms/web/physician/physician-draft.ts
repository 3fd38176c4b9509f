import { emptySignature, type SignatureValue } from '#ui/signature/signature-field.tsx';

/** What a physician has filled in and not yet sent. It is gone with the tab: the device may be anybody's. */
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

/** Not the link itself: whoever reads what a browser keeps must not be able to answer. */
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
    // A browser that keeps nothing: the form itself still has it.
  }
}

export function deletePhysicianDraft(token: string): void {
  sessionStorage.removeItem(storageKey(token));
}
