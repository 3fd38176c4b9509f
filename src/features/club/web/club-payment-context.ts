import { type ComponentType, createContext, useContext } from 'react';
import type { OfferKind } from '#features/club/shared/contract.ts';

interface ClubPayment {
  /** Asks for the birthdate and then for the country, which are both needed to pay. */
  BillingPrompt: ComponentType<{ needsBirthdate: boolean; onSaved: () => void }>;
  /** Sends a minor's request to the guardians and returns its path. */
  askGuardian: (key: string, kind: Exclude<OfferKind, 'trial'>) => Promise<string>;
}

/** Provides payment functions of other features. */
export const ClubPaymentContext = createContext<ClubPayment | null>(null);

export function useClubPayment(): ClubPayment {
  const paying = useContext(ClubPaymentContext);
  if (paying === null) throw new Error('ClubPaymentContext is missing');
  return paying;
}
