import type { Context } from '../../../platform/server/context.ts';
import type { MedicalStatus, Packet } from '../shared/contract.ts';

export type Doing = Pick<Context, 'services' | 'db' | 'correlationId' | 'now'>;

/** A record as those see it who need it for something. */
export interface SignedForms {
  id: string;
  affiliateId: number;
  packet: Packet;
  storeNumber: number | null;
  memberNumber: number | null;
  medicalStatus: MedicalStatus;
}

/** What follows from forms that were signed, in the same transaction; each area adds its own in `src/app/form-uses.ts`. */
export interface FormUse {
  /**
   * Before anything is written down: what will be changed is held first. Whoever else changes it writes that down
   * afterwards too, and of two who take the same things in another order each would wait for the other.
   */
  hold(doing: Doing, affiliateId: number): Promise<void>;
  /** All have signed. */
  signed(doing: Doing, forms: SignedForms): Promise<void>;
  /** A physician has decided, or a page was looked at. */
  decided(doing: Doing, forms: SignedForms): Promise<void>;
}
export type FormUses = Readonly<Partial<Record<Packet, FormUse>>>;
