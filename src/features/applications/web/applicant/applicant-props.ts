import type { ComponentType, ReactNode } from 'react';
import type { Address } from './applicant-changes.ts';

/** Looks up an instructor or a dive center by number. Injected, because another feature owns it. */
export type ProfessionalLookUp = (field: {
  only: 'member' | 'store';
  onChange: (named: { memberNumber: number | null; storeNumber: number | null } | null) => void;
}) => ReactNode;

/** The address fields with countries and states. Injected, because another feature owns them. */
export type AddressForm = (fields: {
  values: Address;
  onType: (field: keyof Address, value: string) => void;
  idOf: (field: keyof Address) => string;
  wrong: (field: keyof Address) => ReactNode;
}) => ReactNode;

/** Asks for the birthdate, then for the country that decides currency and tax, from the payments feature. */
export type BillingPromptType = ComponentType<{ needsBirthdate: boolean; onSaved: () => void }>;
