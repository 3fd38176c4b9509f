import { noSignature, type SignatureValue } from '../../../ui/signature-field.tsx';

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

const empty: PhysicianDraft = {
  decision: null,
  name: '',
  license: '',
  clinic: '',
  phone: '',
  remarks: '',
  signature: noSignature,
  isAcknowledged: false,
};

/** Not the link itself: whoever reads what a browser keeps must not be able to answer. */
const keyOf = (token: string) => `physician:${token.slice(0, 8)}`;

export function readPhysicianDraft(token: string): PhysicianDraft {
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(keyOf(token)) ?? '{}') as Partial<PhysicianDraft>) };
  } catch {
    return empty;
  }
}

export function keepPhysicianDraft(token: string, draft: PhysicianDraft): void {
  try {
    sessionStorage.setItem(keyOf(token), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing: the form itself still has it.
  }
}

export function dropPhysicianDraft(token: string): void {
  sessionStorage.removeItem(keyOf(token));
}
