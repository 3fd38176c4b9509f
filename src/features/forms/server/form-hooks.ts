import type { Context } from '#platform/server/http/context.ts';
import type { MedicalStatus, Packet } from '#features/forms/shared/contract.ts';

export type TransactionContext = Pick<Context, 'services' | 'db' | 'correlationId' | 'now'>;

/** A record as those see it who need it for something. */
export interface SignedRecord {
  id: string;
  affiliateId: number;
  packet: Packet;
  storeNumber: number | null;
  memberNumber: number | null;
  medicalStatus: MedicalStatus;
}

/** What follows from forms that were signed, in the same transaction; each area adds its own in `src/app/server/form-completion-handlers.ts`. */
export interface FormHooks {
  /**
   * Before anything is written down: what will be changed is held first. Whoever else changes it writes that down
   * afterwards too, and of two who take the same things in another order each would wait for the other.
   */
  hold(doing: TransactionContext, affiliateId: number): Promise<void>;
  /** All have signed. */
  signed(doing: TransactionContext, forms: SignedRecord): Promise<void>;
  /** A physician has decided, or a page was looked at. */
  decided(doing: TransactionContext, forms: SignedRecord): Promise<void>;
}
export type FormHooksByPacket = Readonly<Partial<Record<Packet, FormHooks>>>;
