import { type ComponentType, createContext, useContext } from 'react';
import type { OfferKind } from '#features/club/shared/contract.ts';

interface ClubPayment {
  /** Asks for the birthdate, then for the country: both are needed before anything is paid. */
  CountryPrompt: ComponentType<{ needsBirthdate: boolean; onGiven: () => void }>;
  /** A minor asks a guardian to pay. Where that request is shown. */
  askGuardian: (key: string, kind: Exclude<OfferKind, 'trial'>) => Promise<string>;
}

/** What other areas do about paying. */
export const ClubPaymentContext = createContext<ClubPayment | null>(null);

export function useClubPayment(): ClubPayment {
  const paying = useContext(ClubPaymentContext);
  if (paying === null) throw new Error('the club is shown without a way to pay');
  return paying;
}
