import type { TransactionContext } from '#platform/server/http/context.ts';
import type { MedicalStatus, Packet } from '#features/forms/shared/contract.ts';

/** The part of a signed record that other features use. */
export interface SignedRecord {
  id: string;
  affiliateId: number;
  packet: Packet;
  storeNumber: number | null;
  memberNumber: number | null;
  medicalStatus: MedicalStatus;
}

export interface HookResult {
  /** The hook notified the people named on the form, so they get no second mail about the same event. */
  hasNotifiedNamed: boolean;
}

/**
 * Reactions to signed forms in the same transaction. Features add theirs in
 * `src/app/server/form-completion-handlers.ts`.
 */
export interface FormHooks {
  /**
   * Locks the rows that the hook will change, before audit entries are written. Other writers lock in the same order,
   * which prevents deadlocks.
   */
  lock(context: TransactionContext, affiliateId: number): Promise<void>;
  /** All signatures are present. */
  signed(context: TransactionContext, forms: SignedRecord): Promise<HookResult>;
  /** A physician has decided, or a page was reviewed. */
  decided(context: TransactionContext, forms: SignedRecord): Promise<HookResult>;
}
export type FormHooksByPacket = Readonly<Partial<Record<Packet, FormHooks>>>;
